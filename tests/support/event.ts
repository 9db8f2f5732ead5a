// An event that a test lets happen: a server answers then.
/** An event: what waits for it awaits `happened`. */
export function event(): { readonly happened: Promise<void>; readonly happen: () => void } {
  let happen = () => {};
  const happened = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { happened, happen: () => happen() };
}
