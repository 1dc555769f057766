-- What somebody has agreed to, as lists are filtered by it: when last in each way, and to which words of the page, the
-- newest line first.
alter table contact
  add column consent_opened_at timestamptz,
  add column consent_page_at timestamptz,
  add column consent_words text,
  add column consent_ended_at timestamptz;
update contact set
  consent_opened_at = log.opened_at, consent_page_at = log.page_at, consent_ended_at = log.ended_at,
  consent_words = (
    select string_agg(text, chr(10) order by last desc) from (
      select text, max(id) as last from contact_consent
      where contact_consent.integration_id = contact.integration_id and contact_id = contact.id
        and kind = 'page' and text <> ''
      group by text order by last desc limit 20) as said)
from (
  select integration_id, contact_id, max(at) filter (where kind = 'opened') as opened_at,
    max(at) filter (where kind = 'page') as page_at, max(at) filter (where kind = 'ended') as ended_at
  from contact_consent group by integration_id, contact_id) as log
where log.integration_id = contact.integration_id and log.contact_id = contact.id;
-- The words folded, so that a filter looks closer only at rows in which they stand somewhere.
alter table contact add column consent_text text not null
  generated always as (folded(coalesce(consent_words, ''))) stored;
