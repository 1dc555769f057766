-- The member who wrote first; null where the customer did, or somebody else for them.
alter table conversation add column begun_by uuid;
create index conversation_unsaid on conversation (created_at) where begun_by is not null and last_message_preview = '';
-- Since when the customer wants no e-mails from the workspace.
alter table contact add column mails_stopped_at timestamptz;
-- Made by the link in an e-mail, in whichever browser that was opened.
alter table visitor_token add column by_mail boolean not null default false;
