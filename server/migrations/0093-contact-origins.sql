-- Where somebody came from and what they use, as their first visit tells it.
alter table contact
  add column first_page text,
  add column utm_source text,
  add column utm_medium text,
  add column utm_campaign text,
  add column utm_term text,
  add column utm_content text,
  add column device text check (device in ('desktop', 'mobile', 'tablet')),
  add column operating_system text;

-- The browser was kept with its system, as `Chrome · macOS`. Which phones were tablets nobody knows any more.
update contact set
  browser = case when browser like '% · %' then split_part(browser, ' · ', 1)
    when browser in ('Android', 'iOS', 'Linux', 'macOS', 'Windows') then null else browser end,
  operating_system = case when browser like '% · %' then split_part(browser, ' · ', 2)
    when browser in ('Android', 'iOS', 'Linux', 'macOS', 'Windows') then browser end
where browser is not null;
update contact set device = 'desktop' where operating_system in ('Linux', 'macOS', 'Windows');
update contact set first_page = (
  select url from page_visit
  where page_visit.integration_id = contact.integration_id and contact_id = contact.id order by page_visit.id limit 1);

-- All of it that is text, folded, so that a filter by words looks closer only at rows in which they stand somewhere.
alter table contact add column origin_text text not null generated always as (
  folded(coalesce(first_page, '') || ' ' || coalesce(referrer, '') || ' ' || coalesce(utm_source, '') || ' ' ||
    coalesce(utm_medium, '') || ' ' || coalesce(utm_campaign, '') || ' ' || coalesce(utm_term, '') || ' ' ||
    coalesce(utm_content, '') || ' ' || coalesce(time_zone, ''))) stored;
