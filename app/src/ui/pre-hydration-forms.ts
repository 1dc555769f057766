/**
 * Runs in the head: holds back forms submitted before their code has loaded, so that their fields, such as a password,
 * never get into the URL.
 */
export const preHydrationForms = `addEventListener('submit',function(e){var f=e.target;if(f.dataset.hydrated===undefined&&f.method==='post'){e.preventDefault();f.dataset.pendingSubmit=''}},true)`
