-- A contact made by an import has not been seen yet and has no language; the row says which file it came from.
alter table contact
  alter column first_seen_at drop not null,
  alter column last_seen_at drop not null,
  alter column locale drop not null,
  add column import_file text;

alter table contact drop column origin_text;
alter table contact add column origin_text text not null generated always as (
  folded(coalesce(first_page, '') || ' ' || coalesce(referrer, '') || ' ' || coalesce(utm_source, '') || ' ' ||
    coalesce(utm_medium, '') || ' ' || coalesce(utm_campaign, '') || ' ' || coalesce(utm_term, '') || ' ' ||
    coalesce(utm_content, '') || ' ' || coalesce(time_zone, '') || ' ' || coalesce(import_file, ''))) stored;

-- the list, paged by its order and the id; those never seen come last
drop index contact_by_last_seen, contact_by_first_seen;
create index contact_by_last_seen on contact
  (integration_id, coalesce(last_seen_at, '-infinity'::timestamptz) desc, id desc);
create index contact_by_first_seen on contact
  (integration_id, coalesce(first_seen_at, '-infinity'::timestamptz) desc, id desc);

update contact set import_file = contact_import.file_name
from contact_import_row join contact_import
  on contact_import.integration_id = contact_import_row.integration_id
    and contact_import.id = contact_import_row.import_id
where contact_import_row.before is null
  and contact.integration_id = contact_import_row.integration_id and contact.id = contact_import_row.contact_id;
update contact set first_seen_at = null, last_seen_at = null, locale = null
where import_file is not null
  and not exists (select from visitor_token
    where visitor_token.integration_id = contact.integration_id and visitor_token.contact_id = contact.id)
  and not exists (select from page_visit
    where page_visit.integration_id = contact.integration_id and page_visit.contact_id = contact.id)
  and not exists (select from message join conversation
    on conversation.integration_id = message.integration_id and conversation.id = message.conversation_id
    where conversation.integration_id = contact.integration_id and conversation.contact_id = contact.id
      and message.author = 'contact');
