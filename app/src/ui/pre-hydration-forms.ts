/**
 * Runs in the head: holds a form back that is submitted before its code has loaded, so that its fields, such as a
 * password, never get into the URL.
 */
export const preHydrationForms = `addEventListener('submit',function(e){var f=e.target;if(f.dataset.hydrated===undefined&&f.method==='post'){e.preventDefault();f.dataset.pendingSubmit=''}},true)`
