/**
 * Runs in the head: a form submitted before its code has loaded is held, and its fields, such as a password, never
 * get into the URL.
 */
export const preHydrationForms = `addEventListener('submit',function(e){var f=e.target;if(f.dataset.awake===undefined&&f.method==='post'){e.preventDefault();f.dataset.held=''}},true)`
