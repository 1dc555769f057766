-- Transcripts have limits of their own, so that visitors can't use up those of the team's emails.
alter table mail_log drop constraint mail_log_kind_check;
alter table mail_log add constraint mail_log_kind_check
  check (kind in ('account', 'notice', 'customer', 'transcript'));

-- Addresses whose owners don't want transcripts of this workspace. Anyone can enter an address in a chat, so it may
-- belong to no contact.
create table transcript_stop (
  integration_id uuid not null references integration on delete cascade,
  -- derived from the keyed hash of the address
  recipient_id uuid not null,
  primary key (integration_id, recipient_id)
);
