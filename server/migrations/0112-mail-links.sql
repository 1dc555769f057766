-- The address that an account which is not confirmed was corrected to; it becomes its own with the confirmation.
alter table app_user add column requested_email text;

-- Links that undo a change of address, sent to the former one.
alter table mail_token
  drop constraint mail_token_purpose_check,
  add constraint mail_token_purpose_check
    check (purpose in ('verify_email', 'change_email', 'reset_password', 'undo_email'));
create index mail_token_reserved on mail_token (lower(email)) where purpose = 'undo_email';
