// Where a form asks for a time zone, the browser's own is the first guess.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const field of document.querySelectorAll("[data-browser-zone]")) {
  const known = !field.options || [...field.options].some((option) => option.value === zone);
  if (zone && known) field.value = zone;
}
