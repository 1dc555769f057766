const nulls = (...names: string[]) => Object.fromEntries(names.map((name) => [name, null]))
const automaticTax = { disabled_reason: null, enabled: false, liability: null }
const issuer = { type: 'self' }
const billingMode = { flexible: null, type: 'classic' }

/** The fields that Stripe returns for each kind of object, besides those that matter to billing. */
const fields: Record<string, object> = {
  customer: {
    ...nulls('default_source', 'description', 'email', 'shipping', 'customer_account'),
    balance: 0,
    invoice_settings: nulls('custom_fields', 'default_payment_method', 'footer', 'rendering_options'),
    metadata: {},
  },
  tax_id: {
    ...nulls('country', 'customer_account', 'owner'),
    verification: { status: 'pending', verified_address: null, verified_name: null },
  },
  price: {
    ...nulls('custom_unit_amount', 'nickname', 'tax_behavior', 'tiers_mode', 'transform_quantity'),
    billing_scheme: 'per_unit',
    type: 'recurring',
  },
  subscription: {
    ...nulls(
      ...['application', 'application_fee_percent', 'billing_cycle_anchor_config', 'billing_thresholds'],
      ...[
        'cancel_at',
        'cancellation_details',
        'customer_account',
        'days_until_due',
        'default_payment_method',
      ],
      ...['default_source', 'description', 'ended_at', 'managed_payments'],
      ...['next_pending_invoice_item_invoice', 'on_behalf_of', 'pause_collection', 'payment_settings'],
      ...['pending_invoice_item_interval', 'pending_setup_intent', 'pending_update', 'test_clock'],
      ...['transfer_data', 'trial_end', 'trial_settings', 'trial_start'],
    ),
    automatic_tax: automaticTax,
    billing_mode: billingMode,
    billing_schedules: [],
    collection_method: 'charge_automatically',
    currency: 'eur',
    discounts: [],
    invoice_settings: { ...nulls('account_tax_ids', 'custom_fields', 'description', 'footer'), issuer },
    metadata: {},
  },
  subscription_item: {
    ...nulls('billing_thresholds', 'current_trial', 'tax_rates'),
    discounts: [],
    metadata: {},
  },
  subscription_schedule: {
    ...nulls(
      ...['application', 'canceled_at', 'completed_at', 'current_phase', 'customer_account', 'metadata'],
      ...['released_at', 'released_subscription', 'test_clock'],
    ),
    billing_mode: billingMode,
    default_settings: {
      ...nulls(
        'application_fee_percent',
        'billing_thresholds',
        'collection_method',
        'default_payment_method',
      ),
      ...nulls('description', 'on_behalf_of', 'transfer_data'),
      billing_cycle_anchor: 'automatic',
      invoice_settings: {
        ...nulls('account_tax_ids', 'custom_fields', 'days_until_due', 'description', 'footer'),
        issuer,
      },
    },
    pause_schedules: [],
  },
  invoice: {
    ...nulls(
      ...['account_country', 'account_name', 'account_tax_ids', 'application', 'automatically_finalizes_at'],
      ...['custom_fields', 'customer_account', 'customer_address', 'customer_email', 'customer_name'],
      ...['customer_phone', 'customer_shipping', 'customer_tax_exempt', 'default_payment_method'],
      ...['default_source', 'description', 'due_date', 'effective_at', 'ending_balance', 'footer'],
      ...['from_invoice', 'last_finalization_error', 'latest_revision', 'metadata', 'next_payment_attempt'],
      ...['on_behalf_of', 'receipt_number', 'rendering', 'shipping_cost', 'shipping_details'],
      ...['statement_descriptor', 'subtotal_excluding_tax', 'test_clock', 'total_discount_amounts'],
      ...['total_excluding_tax', 'total_pretax_credit_amounts', 'total_taxes', 'webhooks_delivered_at'],
    ),
    amount_overpaid: 0,
    amount_shipping: 0,
    attempt_count: 1,
    attempted: true,
    automatic_tax: { ...automaticTax, provider: null, status: null },
    collection_method: 'charge_automatically',
    default_tax_rates: [],
    discounts: [],
    issuer,
    lines: { object: 'list', url: '/v1/invoices/lines', has_more: false, data: [] },
    payment_settings: nulls('default_mandate', 'payment_method_options', 'payment_method_types'),
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status_transitions: nulls('finalized_at', 'marked_uncollectible_at', 'paid_at', 'voided_at'),
  },
  invoiceitem: {
    ...nulls(
      'customer_account',
      'discounts',
      'invoice',
      'metadata',
      'parent',
      'pricing',
      'tax_rates',
      'test_clock',
    ),
    discountable: true,
    proration: false,
    quantity: 1,
    quantity_decimal: '1',
  },
  'checkout.session': {
    ...nulls(
      ...['adaptive_pricing', 'after_expiration', 'allow_promotion_codes', 'allowed_payment_method_types'],
      ...['amount_subtotal', 'amount_total', 'billing_address_collection', 'client_secret'],
      ...['collected_information', 'consent', 'consent_collection', 'currency_conversion'],
      ...['customer_account', 'customer_creation', 'customer_details', 'customer_email', 'discounts'],
      ...['integration_identifier', 'invoice', 'invoice_creation', 'managed_payments', 'metadata'],
      ...['origin_context', 'payment_intent', 'payment_link', 'payment_method_collection'],
      ...['payment_method_configuration_details', 'payment_method_options', 'permissions'],
      ...['recovered_from', 'saved_payment_method_options', 'setup_intent', 'shipping_address_collection'],
      ...['shipping_cost', 'submit_type', 'subscription', 'total_details', 'ui_mode', 'wallet_options'],
    ),
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    currency: 'eur',
    custom_fields: [],
    custom_text: nulls('after_submit', 'shipping_address', 'submit', 'terms_of_service_acceptance'),
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    shipping_options: [],
  },
  'billing_portal.session': {
    ...nulls('customer_account', 'flow', 'locale', 'on_behalf_of'),
    configuration: 'bpc_1',
  },
}

export const defaultsOf = (object: string, created: number): object => ({
  ...structuredClone(fields[object] ?? {}),
  ...(object === 'invoiceitem' ? { date: created } : { created }),
  ...(object === 'subscription_item' ? {} : { livemode: false }),
})
