// What a browser shows while no network answers: one page that knows nobody, and its files. While
// the network answers, nothing comes from here.
const STORE = "offline";
const PAGE = "/offline/";

// The page of a filter or a portal lacks this mark of our answers; it is never stored as ours.
const isOurs = (answer) => answer.headers.has("Marienbad");

async function fetched(address) {
  const answer = await fetch(address, { credentials: "omit", cache: "no-cache" });
  if (!answer.ok || !isOurs(answer)) throw new Error(`${address}: ${answer.status}`);
  return [address, answer];
}

async function renew() {
  const page = await fetched(PAGE);
  const html = await page[1].clone().text();
  const files = html.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g);
  const all = [page, ...(await Promise.all(Array.from(files, (file) => fetched(file[1]))))];
  const store = await caches.open(STORE);
  await Promise.all(all.map(([address, answer]) => store.put(address, answer)));
  const addresses = new Set(all.map(([address]) => new URL(address, location).href));
  for (const old of await store.keys()) if (!addresses.has(old.url)) await store.delete(old);
}

async function stored(request) {
  const store = await caches.open(STORE);
  return (await store.match(request, { ignoreVary: true })) ?? Response.error();
}

async function file(request) {
  try {
    const answer = await fetch(request);
    if (isOurs(answer)) return answer;
    const ours = await stored(request);
    return ours.ok ? ours : answer;
  } catch {
    return stored(request);
  }
}

// The puzzle is of the day on which it was stored.
async function renewOnceADay() {
  const page = await stored(PAGE);
  const day = new Date(page.headers.get("Date")).toDateString();
  if (day !== new Date().toDateString()) await renew();
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(renew());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => stored(PAGE)));
    event.waitUntil(renewOnceADay().catch(() => {}));
  } else if (new URL(request.url).pathname.startsWith("/static/")) {
    event.respondWith(file(request));
  }
});
