-- While a contact is being created in HubSpot: the address that was sent. Its own address may change meanwhile.
alter table hubspot_contact add creating_email text;
update hubspot_contact link set creating_email = lower(contact.email) from contact
  where link.hubspot_id is null and contact.integration_id = link.integration_id and contact.id = link.contact_id;
