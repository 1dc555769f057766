alter table notification_choices rename to notification_preferences;
alter table notification_preferences rename column choices to preferences;
alter table widget_sighting rename to widget_installation;

alter table webhook_line rename to webhook_queue;
alter table webhook_queue rename column line to name;
alter table webhook_delivery rename column line to queue;

alter table team_member rename column handed_at to last_assigned_at;
alter table message rename column shown_name to author_display_name;
alter table scheduled_message rename column keeps_status to preserve_status;
alter table data_source_item rename column gone_at to missing_since;
alter index data_source_item_gone rename to data_source_item_missing;
alter table data_source_item rename column place to source_path;
alter table integration rename column reminded_at to deletion_reminder_sent_at;
alter table integration rename column is_own to is_site_workspace;
alter table integration_logo rename column put_away_at to replaced_at;
alter table session rename column by_passkey to via_passkey;
alter table visitor_token rename column by_mail to from_email_link;

alter table contact rename column blocked_why to blocked_reason;
update contact_change
  set changes = (
    select jsonb_agg(
      case when line ->> 'field' = 'blocked_why' then jsonb_set(line, '{field}', '"blocked_reason"') else line end
      order by n)
    from jsonb_array_elements(changes) with ordinality as lines (line, n))
  where changes @> '[{"field": "blocked_why"}]';
-- Keys of the values that a merge filled in.
update contact_merge set filled = replace(filled::text, '"blocked_why":', '"blocked_reason":')::jsonb
  where filled::text like '%"blocked_why":%';

alter function refuse_own_member() rename to forbid_site_workspace_members;
create or replace function forbid_site_workspace_members() returns trigger language plpgsql as $$
begin
  if (select is_site_workspace from integration where id = new.integration_id) then
    raise exception 'The installation''s own workspace takes no members';
  end if;
  return new;
end
$$;
alter function keep_audit_entry() rename to forbid_audit_entry_changes;
alter function forget_vocabulary() rename to delete_vocabulary;
