-- Records of contacts that were erased here. A sync doesn't create them again.
create table hubspot_erased (
  integration_id uuid not null references integration on delete cascade,
  hub_id text not null,
  hubspot_id text not null,
  primary key (integration_id, hub_id, hubspot_id)
);
