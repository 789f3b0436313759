// What is looked at again from time to time while the page can be seen.

/** The connection tells of itself; a fault of ours is told by the browser. */
export function reportFault(error) {
  if (error.name !== "Error") reportError(error);
}

/** Call *look* every so many seconds, and when the page is seen again; gives its end. */
export function repeat(look, seconds) {
  let underWay = false;
  const run = async () => {
    if (underWay || document.hidden) return;
    underWay = true;
    await look().catch(reportFault);
    underWay = false;
  };
  const timer = setInterval(run, seconds * 1000);
  document.addEventListener("visibilitychange", run);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", run);
  };
}
