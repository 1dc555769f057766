/**
 * Runs in the head: a form sent before its code has come is held, not lost, and its fields (a password, say)
 * never reach the address line.
 */
export const preHydrationForms = `addEventListener('submit',function(e){var f=e.target;if(f.dataset.awake===undefined&&f.method==='post'){e.preventDefault();f.dataset.held=''}},true)`
