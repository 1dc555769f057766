-- Mails of the last days, counted by the limits of the mail queue. Rows are deleted after two days.
create table mail_log (
  id bigint generated always as identity primary key,
  queued_at timestamptz not null,
  kind text not null check (kind in ('account', 'notice', 'customer')),
  -- keyed hash of the address in lower case: the log names no one
  recipient bytea not null,
  -- the workspace that a mail to a customer is sent for
  sender text
);
create index mail_log_recipient on mail_log (recipient, kind, queued_at);
create index mail_log_sender on mail_log (sender, queued_at) where sender is not null;
create index mail_log_kind on mail_log (kind, queued_at);

-- Whether the website is known to be the workspace's own: its home page contains the public key.
alter table integration
  add column host_proven_at timestamptz,
  add column host_checked_at timestamptz;
-- Workspaces whose chat has been seen on a website keep sending as before.
update integration set host_proven_at = now()
  where exists (select from widget_sighting where integration_id = integration.id);
