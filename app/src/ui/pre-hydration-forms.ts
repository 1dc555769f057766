/**
 * Runs in the head: a form sent before its code has loaded is held, and its fields (a password, say) never get
 * into the URL.
 */
export const preHydrationForms = `addEventListener('submit',function(e){var f=e.target;if(f.dataset.awake===undefined&&f.method==='post'){e.preventDefault();f.dataset.held=''}},true)`
