// For the moments without a network; see worker.js. Not inside another site's page.
if (self === top) navigator.serviceWorker?.register("/worker.js");
