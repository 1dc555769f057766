-- What an import would do is counted before anything is written.
alter table contact_import drop constraint contact_import_status_check;
alter table contact_import add constraint contact_import_status_check
  check (status in ('waiting', 'checking', 'checked', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone'));
