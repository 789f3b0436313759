// What is looked at again from time to time while the page can be seen.

/** Call *look* every so many seconds, and when the page is seen again; gives its end. */
export function repeat(look, seconds) {
  let underWay = false;
  const run = async () => {
    if (underWay || document.hidden) return;
    underWay = true;
    await look().catch(() => {}); // the connection tells of itself
    underWay = false;
  };
  const timer = setInterval(run, seconds * 1000);
  document.addEventListener("visibilitychange", run);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", run);
  };
}
