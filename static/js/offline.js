// For the moments without a network; see worker.js.
navigator.serviceWorker?.register("/worker.js");
