// Generated from openapi.json by `npm run generate`. Changes made here are lost.

export interface WorkOrder {
  /** Read-only. Counted per account and record type. */
  readonly ID: number;
  /** Read-only. What people call the record by. */
  readonly Number: string;
  readonly Name: string;
  readonly Description: string | null;
  /** Moves: Open -> InProgress, OnHold, Completed, Cancelled; InProgress -> Open, OnHold, Completed, Cancelled; OnHold -> Open, InProgress, Completed, Cancelled; Completed -> Open, InProgress; Cancelled -> Open. A new record may begin in any state. */
  readonly Status: 'Open' | 'InProgress' | 'OnHold' | 'Completed' | 'Cancelled';
  readonly HoldReason: string | null;
  readonly Priority: 'None' | 'Low' | 'Medium' | 'High' | 'Urgent';
  readonly Type: 'Reactive' | 'Preventive' | 'Inspection' | 'Project' | 'Other';
  readonly Category: string | null;
  /** ID of a record in Boards, not deleted. */
  readonly BoardID: number | null;
  /** ID of a record in Assets, not deleted. */
  readonly AssetID: number | null;
  /** ID of a record in Locations, not deleted. */
  readonly LocationID: number | null;
  /** ID of a record in Jobs, not deleted. */
  readonly JobID: number | null;
  /** ID of a record in WorkOrders, not deleted. Following it upwards never leads back; one with 1000 or more above it cannot be chosen for a record that is there. */
  readonly ParentWorkOrderID: number | null;
  /** ID of a record in Vendors, not deleted. */
  readonly VendorID: number | null;
  /** ID of a record in Employees, not deleted. */
  readonly AssignedEmployeeID: number | null;
  readonly RequesterName: string | null;
  readonly RequesterEmail: string | null;
  /** Any offset in, UTC out. */
  readonly DueOn: string | null;
  /** Any offset in, UTC out. */
  readonly ScheduledStartOn: string | null;
  /** Any offset in, UTC out. */
  readonly ScheduledEndOn: string | null;
  /** Set when the record enters InProgress, unless given. Any offset in, UTC out. */
  readonly StartedOn: string | null;
  /** Set when the record enters Completed, unless given. Setting it alone moves the record to Completed. Clearing it alone moves it back to Open. Any offset in, UTC out. */
  readonly CompletedOn: string | null;
  /** Set when the record enters Cancelled, unless given. Setting it alone moves the record to Cancelled. Clearing it alone moves it back to Open. Any offset in, UTC out. */
  readonly CancelledOn: string | null;
  readonly CancelReason: string | null;
  readonly CompletionNotes: string | null;
  readonly EstimatedMinutes: number | null;
  readonly LabourMinutes: number;
  /** At most 4 decimal places. */
  readonly LabourCost: number;
  /** At most 4 decimal places. */
  readonly PartsCost: number;
  /** At most 4 decimal places. */
  readonly OtherCost: number;
  /** Read-only. LabourCost + PartsCost + OtherCost. */
  readonly TotalCost: number;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. */
  readonly CustomFields: { readonly [name: string]: unknown };
  /** Read-only. */
  readonly CreatedOn: string;
  /** Read-only. When it was changed last; never goes back. */
  readonly UpdatedOn: string;
  /** Read-only. E-mail address of who made it. */
  readonly CreatedBy: string;
  /** Read-only. E-mail address of who changed it last. */
  readonly UpdatedBy: string;
  /** True once it is deleted; false restores it. */
  readonly Deleted: boolean;
}

export interface CreateWorkOrder {
  readonly Name: string;
  readonly Description?: string | null;
  /** Moves: Open -> InProgress, OnHold, Completed, Cancelled; InProgress -> Open, OnHold, Completed, Cancelled; OnHold -> Open, InProgress, Completed, Cancelled; Completed -> Open, InProgress; Cancelled -> Open. A new record may begin in any state. Default: "Open". */
  readonly Status?: 'Open' | 'InProgress' | 'OnHold' | 'Completed' | 'Cancelled';
  readonly HoldReason?: string | null;
  /** Default: "None". */
  readonly Priority?: 'None' | 'Low' | 'Medium' | 'High' | 'Urgent';
  /** Default: "Reactive". */
  readonly Type?: 'Reactive' | 'Preventive' | 'Inspection' | 'Project' | 'Other';
  readonly Category?: string | null;
  /** ID of a record in Boards, not deleted. */
  readonly BoardID?: number | null;
  /** ID of a record in Assets, not deleted. */
  readonly AssetID?: number | null;
  /** ID of a record in Locations, not deleted. */
  readonly LocationID?: number | null;
  /** ID of a record in Jobs, not deleted. */
  readonly JobID?: number | null;
  /** ID of a record in WorkOrders, not deleted. Following it upwards never leads back; one with 1000 or more above it cannot be chosen for a record that is there. */
  readonly ParentWorkOrderID?: number | null;
  /** ID of a record in Vendors, not deleted. */
  readonly VendorID?: number | null;
  /** ID of a record in Employees, not deleted. */
  readonly AssignedEmployeeID?: number | null;
  readonly RequesterName?: string | null;
  readonly RequesterEmail?: string | null;
  /** Any offset in, UTC out. */
  readonly DueOn?: string | null;
  /** Any offset in, UTC out. */
  readonly ScheduledStartOn?: string | null;
  /** Any offset in, UTC out. */
  readonly ScheduledEndOn?: string | null;
  /** Set when the record enters InProgress, unless given. Any offset in, UTC out. */
  readonly StartedOn?: string | null;
  /** Set when the record enters Completed, unless given. Setting it alone moves the record to Completed. Clearing it alone moves it back to Open. Any offset in, UTC out. */
  readonly CompletedOn?: string | null;
  /** Set when the record enters Cancelled, unless given. Setting it alone moves the record to Cancelled. Clearing it alone moves it back to Open. Any offset in, UTC out. */
  readonly CancelledOn?: string | null;
  readonly CancelReason?: string | null;
  readonly CompletionNotes?: string | null;
  readonly EstimatedMinutes?: number | null;
  /** Default: 0. */
  readonly LabourMinutes?: number;
  /** At most 4 decimal places. At most 4 decimal places. Default: 0. */
  readonly LabourCost?: number;
  /** At most 4 decimal places. At most 4 decimal places. Default: 0. */
  readonly PartsCost?: number;
  /** At most 4 decimal places. At most 4 decimal places. Default: 0. */
  readonly OtherCost?: number;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID?: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. Default: {}. */
  readonly CustomFields?: { readonly [name: string]: unknown };
  /** True once it is deleted; false restores it. Default: false. */
  readonly Deleted?: boolean;
}

export interface Task {
  /** Read-only. Counted per account and record type. */
  readonly ID: number;
  readonly Name: string;
  readonly Description: string | null;
  /** Moves: Open -> InProgress, Completed, Cancelled; InProgress -> Open, Completed, Cancelled; Completed -> Open; Cancelled -> Open. A new record may begin in any state. */
  readonly Status: 'Open' | 'InProgress' | 'Completed' | 'Cancelled';
  /** ID of a record in WorkOrders, not deleted. */
  readonly WorkOrderID: number | null;
  /** ID of a record in Jobs, not deleted. */
  readonly JobID: number | null;
  /** ID of a record in Assets, not deleted. */
  readonly AssetID: number | null;
  /** ID of a record in Employees, not deleted. */
  readonly AssignedEmployeeID: number | null;
  readonly Position: number;
  readonly Required: boolean;
  readonly Priority: 'None' | 'Low' | 'Medium' | 'High' | 'Urgent';
  readonly Type: 'Checkbox' | 'Text' | 'Number' | 'PassFail' | 'Meter';
  readonly Result: string | null;
  readonly Notes: string | null;
  /** Any offset in, UTC out. */
  readonly DueOn: string | null;
  /** Set when the record enters InProgress, unless given. Any offset in, UTC out. */
  readonly StartedOn: string | null;
  /** Set when the record enters Completed, unless given. Setting it alone moves the record to Completed. Clearing it alone moves it back to Open. Any offset in, UTC out. */
  readonly CompletedOn: string | null;
  /** Set when the record enters Cancelled, unless given. Setting it alone moves the record to Cancelled. Clearing it alone moves it back to Open. Any offset in, UTC out. */
  readonly CancelledOn: string | null;
  readonly CancelReason: string | null;
  readonly EstimatedMinutes: number | null;
  readonly SpentMinutes: number | null;
  readonly TaskExternalMessagingID: number | null;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. */
  readonly CustomFields: { readonly [name: string]: unknown };
  /** Read-only. */
  readonly CreatedOn: string;
  /** Read-only. When it was changed last; never goes back. */
  readonly UpdatedOn: string;
  /** Read-only. E-mail address of who made it. */
  readonly CreatedBy: string;
  /** Read-only. E-mail address of who changed it last. */
  readonly UpdatedBy: string;
  /** True once it is deleted; false restores it. */
  readonly Deleted: boolean;
}

export interface CreateTask {
  readonly Name: string;
  readonly Description?: string | null;
  /** Moves: Open -> InProgress, Completed, Cancelled; InProgress -> Open, Completed, Cancelled; Completed -> Open; Cancelled -> Open. A new record may begin in any state. Default: "Open". */
  readonly Status?: 'Open' | 'InProgress' | 'Completed' | 'Cancelled';
  /** ID of a record in WorkOrders, not deleted. */
  readonly WorkOrderID?: number | null;
  /** ID of a record in Jobs, not deleted. */
  readonly JobID?: number | null;
  /** ID of a record in Assets, not deleted. */
  readonly AssetID?: number | null;
  /** ID of a record in Employees, not deleted. */
  readonly AssignedEmployeeID?: number | null;
  /** Default: 0. */
  readonly Position?: number;
  /** Default: false. */
  readonly Required?: boolean;
  /** Default: "None". */
  readonly Priority?: 'None' | 'Low' | 'Medium' | 'High' | 'Urgent';
  /** Default: "Checkbox". */
  readonly Type?: 'Checkbox' | 'Text' | 'Number' | 'PassFail' | 'Meter';
  readonly Result?: string | null;
  readonly Notes?: string | null;
  /** Any offset in, UTC out. */
  readonly DueOn?: string | null;
  /** Set when the record enters InProgress, unless given. Any offset in, UTC out. */
  readonly StartedOn?: string | null;
  /** Set when the record enters Completed, unless given. Setting it alone moves the record to Completed. Clearing it alone moves it back to Open. Any offset in, UTC out. */
  readonly CompletedOn?: string | null;
  /** Set when the record enters Cancelled, unless given. Setting it alone moves the record to Cancelled. Clearing it alone moves it back to Open. Any offset in, UTC out. */
  readonly CancelledOn?: string | null;
  readonly CancelReason?: string | null;
  readonly EstimatedMinutes?: number | null;
  readonly SpentMinutes?: number | null;
  readonly TaskExternalMessagingID?: number | null;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID?: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. Default: {}. */
  readonly CustomFields?: { readonly [name: string]: unknown };
  /** True once it is deleted; false restores it. Default: false. */
  readonly Deleted?: boolean;
}

export interface Asset {
  /** Read-only. Counted per account and record type. */
  readonly ID: number;
  readonly Name: string;
  readonly Description: string | null;
  /** Unique among records not deleted. */
  readonly AssetNumber: string | null;
  readonly SerialNumber: string | null;
  readonly Barcode: string | null;
  readonly Manufacturer: string | null;
  readonly Model: string | null;
  readonly ModelYear: number | null;
  readonly Category: string | null;
  /** ID of a record in Assets, not deleted. Following it upwards never leads back; one with 1000 or more above it cannot be chosen for a record that is there. */
  readonly ParentAssetID: number | null;
  /** ID of a record in Locations, not deleted. */
  readonly LocationID: number | null;
  /** ID of a record in AssetStatuses, not deleted. */
  readonly AssetStatusID: number | null;
  readonly Criticality: 'Low' | 'Medium' | 'High' | 'Critical' | null;
  /** ID of a record in Vendors, not deleted. */
  readonly VendorID: number | null;
  /** ID of a record in Employees, not deleted. */
  readonly AssignedEmployeeID: number | null;
  readonly PurchasedOn: string | null;
  readonly InServiceOn: string | null;
  readonly WarrantyExpiresOn: string | null;
  readonly RetiredOn: string | null;
  /** At most 4 decimal places. */
  readonly PurchaseCost: number | null;
  readonly MeterUnit: string | null;
  /** At most 4 decimal places. */
  readonly MeterValue: number | null;
  /** Any offset in, UTC out. */
  readonly MeterReadOn: string | null;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. */
  readonly CustomFields: { readonly [name: string]: unknown };
  /** Read-only. */
  readonly CreatedOn: string;
  /** Read-only. When it was changed last; never goes back. */
  readonly UpdatedOn: string;
  /** Read-only. E-mail address of who made it. */
  readonly CreatedBy: string;
  /** Read-only. E-mail address of who changed it last. */
  readonly UpdatedBy: string;
  /** True once it is deleted; false restores it. */
  readonly Deleted: boolean;
}

export interface CreateAsset {
  readonly Name: string;
  readonly Description?: string | null;
  /** Unique among records not deleted. */
  readonly AssetNumber?: string | null;
  readonly SerialNumber?: string | null;
  readonly Barcode?: string | null;
  readonly Manufacturer?: string | null;
  readonly Model?: string | null;
  readonly ModelYear?: number | null;
  readonly Category?: string | null;
  /** ID of a record in Assets, not deleted. Following it upwards never leads back; one with 1000 or more above it cannot be chosen for a record that is there. */
  readonly ParentAssetID?: number | null;
  /** ID of a record in Locations, not deleted. */
  readonly LocationID?: number | null;
  /** ID of a record in AssetStatuses, not deleted. */
  readonly AssetStatusID?: number | null;
  readonly Criticality?: 'Low' | 'Medium' | 'High' | 'Critical' | null;
  /** ID of a record in Vendors, not deleted. */
  readonly VendorID?: number | null;
  /** ID of a record in Employees, not deleted. */
  readonly AssignedEmployeeID?: number | null;
  readonly PurchasedOn?: string | null;
  readonly InServiceOn?: string | null;
  readonly WarrantyExpiresOn?: string | null;
  readonly RetiredOn?: string | null;
  /** At most 4 decimal places. At most 4 decimal places. */
  readonly PurchaseCost?: number | null;
  readonly MeterUnit?: string | null;
  /** At most 4 decimal places. At most 4 decimal places. */
  readonly MeterValue?: number | null;
  /** Any offset in, UTC out. */
  readonly MeterReadOn?: string | null;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID?: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. Default: {}. */
  readonly CustomFields?: { readonly [name: string]: unknown };
  /** True once it is deleted; false restores it. Default: false. */
  readonly Deleted?: boolean;
}

export interface Form {
  /** Read-only. Counted per account and record type. */
  readonly ID: number;
  /** Read-only. What people call the record by. */
  readonly Number: string;
  readonly Name: string;
  /** ID of a record in FormTemplates, not deleted. */
  readonly FormTemplateID: number;
  /** Moves: Draft -> Submitted, Dismissed; Submitted -> none; Dismissed -> Draft. A new record may begin in any state. */
  readonly Status: 'Draft' | 'Submitted' | 'Dismissed';
  /** ID of a record in WorkOrders, not deleted. */
  readonly WorkOrderID: number | null;
  /** ID of a record in Tasks, not deleted. */
  readonly TaskID: number | null;
  /** ID of a record in Assets, not deleted. */
  readonly AssetID: number | null;
  /** ID of a record in Locations, not deleted. */
  readonly LocationID: number | null;
  /** ID of a record in Jobs, not deleted. */
  readonly JobID: number | null;
  /** ID of a record in Employees, not deleted. */
  readonly AssignedEmployeeID: number | null;
  /** Any offset in, UTC out. */
  readonly DueOn: string | null;
  /** Set when the record enters Submitted, unless given. Setting it alone moves the record to Submitted. Any offset in, UTC out. */
  readonly SubmittedOn: string | null;
  /** Never changes once the form is submitted. */
  readonly Answers: readonly FormAnswer[];
  /** At most 4 decimal places. */
  readonly Score: number | null;
  readonly Passed: boolean | null;
  /** Read-only. How many answers are flagged. */
  readonly FlaggedCount: number;
  /** The submitted form that this one corrects. ID of a record in Forms, not deleted. Following it upwards never leads back; one with 1000 or more above it cannot be chosen for a record that is there. */
  readonly AmendsFormID: number | null;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. */
  readonly CustomFields: { readonly [name: string]: unknown };
  /** Read-only. */
  readonly CreatedOn: string;
  /** Read-only. When it was changed last; never goes back. */
  readonly UpdatedOn: string;
  /** Read-only. E-mail address of who made it. */
  readonly CreatedBy: string;
  /** Read-only. E-mail address of who changed it last. */
  readonly UpdatedBy: string;
  /** True once it is deleted; false restores it. */
  readonly Deleted: boolean;
}

export interface FormAnswer {
  /** No two items of the list have the same. */
  readonly FieldID: string;
  readonly Label: string;
  /** Any JSON value. */
  readonly Value: unknown;
  readonly Note: string | null;
  readonly Flagged: boolean | null;
}

export interface CreateForm {
  readonly Name: string;
  /** ID of a record in FormTemplates, not deleted. */
  readonly FormTemplateID: number;
  /** Moves: Draft -> Submitted, Dismissed; Submitted -> none; Dismissed -> Draft. A new record may begin in any state. Default: "Draft". */
  readonly Status?: 'Draft' | 'Submitted' | 'Dismissed';
  /** ID of a record in WorkOrders, not deleted. */
  readonly WorkOrderID?: number | null;
  /** ID of a record in Tasks, not deleted. */
  readonly TaskID?: number | null;
  /** ID of a record in Assets, not deleted. */
  readonly AssetID?: number | null;
  /** ID of a record in Locations, not deleted. */
  readonly LocationID?: number | null;
  /** ID of a record in Jobs, not deleted. */
  readonly JobID?: number | null;
  /** ID of a record in Employees, not deleted. */
  readonly AssignedEmployeeID?: number | null;
  /** Any offset in, UTC out. */
  readonly DueOn?: string | null;
  /** Set when the record enters Submitted, unless given. Setting it alone moves the record to Submitted. Any offset in, UTC out. */
  readonly SubmittedOn?: string | null;
  /** Never changes once the form is submitted. Default: []. */
  readonly Answers?: readonly CreateFormAnswer[];
  /** At most 4 decimal places. At most 4 decimal places. */
  readonly Score?: number | null;
  readonly Passed?: boolean | null;
  /** The submitted form that this one corrects. ID of a record in Forms, not deleted. Following it upwards never leads back; one with 1000 or more above it cannot be chosen for a record that is there. */
  readonly AmendsFormID?: number | null;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID?: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. Default: {}. */
  readonly CustomFields?: { readonly [name: string]: unknown };
  /** True once it is deleted; false restores it. Default: false. */
  readonly Deleted?: boolean;
}

export interface CreateFormAnswer {
  /** No two items of the list have the same. */
  readonly FieldID: string;
  /** Default: "". */
  readonly Label?: string;
  /** Any JSON value. */
  readonly Value?: unknown;
  readonly Note?: string | null;
  readonly Flagged?: boolean | null;
}

export interface PurchaseOrder {
  /** Read-only. Counted per account and record type. */
  readonly ID: number;
  /** What people call the record by. Given by the service where it is not: PO-000123. Unique among records not deleted. */
  readonly Number: string;
  readonly Name: string | null;
  /** Moves: Draft -> PendingApproval, Sent, Cancelled; PendingApproval -> Approved, Draft, Cancelled; Approved -> Sent, Cancelled; Sent -> Completed, Cancelled; PartiallyFulfilled -> Completed; Completed -> none; Cancelled -> Draft. A new record may begin in any state. */
  readonly Status: 'Draft' | 'PendingApproval' | 'Approved' | 'Sent' | 'PartiallyFulfilled' | 'Completed' | 'Cancelled';
  /** Needed to send the order. ID of a record in Vendors, not deleted. */
  readonly VendorID: number | null;
  /** ID of a record in WorkOrders, not deleted. */
  readonly WorkOrderID: number | null;
  /** ID of a record in Jobs, not deleted. */
  readonly JobID: number | null;
  /** ID of a record in Locations, not deleted. */
  readonly ShipToLocationID: number | null;
  /** Where it is left out: the currency of the account. */
  readonly Currency: string;
  readonly OrderedOn: string | null;
  readonly ExpectedOn: string | null;
  /** Set when the record enters Approved, unless given. Any offset in, UTC out. */
  readonly ApprovedOn: string | null;
  /** Set when the record enters Sent, unless given. Setting it alone moves the record to Sent. Any offset in, UTC out. */
  readonly SentOn: string | null;
  /** Set when the record enters Completed, unless given. Setting it alone moves the record to Completed. Any offset in, UTC out. */
  readonly CompletedOn: string | null;
  /** Set when the record enters Cancelled, unless given. Setting it alone moves the record to Cancelled. Clearing it alone moves it back to Draft. Any offset in, UTC out. */
  readonly CancelledOn: string | null;
  readonly CancelReason: string | null;
  /** Once the order is sent, its receipts move its state. */
  readonly Lines: readonly PurchaseOrderLine[];
  /** Read-only. Sum of Quantity x UnitCost of every line, each rounded to 4 places. */
  readonly Subtotal: number;
  /** At most 4 decimal places. */
  readonly TaxAmount: number;
  /** At most 4 decimal places. */
  readonly ShippingAmount: number;
  /** Read-only. Subtotal + TaxAmount + ShippingAmount. */
  readonly Total: number;
  /** Read-only. How much of all quantities has come, at most 100; short-closed lines count as complete. */
  readonly ReceivedPercent: number;
  readonly VendorReference: string | null;
  readonly NotesToVendor: string | null;
  readonly InternalNotes: string | null;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. */
  readonly CustomFields: { readonly [name: string]: unknown };
  /** Read-only. */
  readonly CreatedOn: string;
  /** Read-only. When it was changed last; never goes back. */
  readonly UpdatedOn: string;
  /** Read-only. E-mail address of who made it. */
  readonly CreatedBy: string;
  /** Read-only. E-mail address of who changed it last. */
  readonly UpdatedBy: string;
  /** True once it is deleted; false restores it. */
  readonly Deleted: boolean;
}

export interface PurchaseOrderLine {
  /** No two items of the list have the same. Where it is not given: its position, counted from 1, or the next free number. */
  readonly Line: number;
  /** ID of a record in Products, not deleted. */
  readonly ProductID: number | null;
  /** Where it is left out: the Name of the product that ProductID names, else "". */
  readonly Description: string;
  readonly Quantity: number;
  /** Where it is left out: the Unit of the product that ProductID names, else "ea". */
  readonly Unit: string;
  /** Where it is left out: the UnitCost of the product that ProductID names, else 0. */
  readonly UnitCost: number;
  readonly QuantityReceived: number;
  readonly ShortClosed: boolean;
}

export interface CreatePurchaseOrder {
  /** What people call the record by. Given by the service where it is not: PO-000123. Unique among records not deleted. */
  readonly Number?: string;
  readonly Name?: string | null;
  /** Moves: Draft -> PendingApproval, Sent, Cancelled; PendingApproval -> Approved, Draft, Cancelled; Approved -> Sent, Cancelled; Sent -> Completed, Cancelled; PartiallyFulfilled -> Completed; Completed -> none; Cancelled -> Draft. A new record may begin in any state. Default: "Draft". */
  readonly Status?: 'Draft' | 'PendingApproval' | 'Approved' | 'Sent' | 'PartiallyFulfilled' | 'Completed' | 'Cancelled';
  /** Needed to send the order. ID of a record in Vendors, not deleted. */
  readonly VendorID?: number | null;
  /** ID of a record in WorkOrders, not deleted. */
  readonly WorkOrderID?: number | null;
  /** ID of a record in Jobs, not deleted. */
  readonly JobID?: number | null;
  /** ID of a record in Locations, not deleted. */
  readonly ShipToLocationID?: number | null;
  /** Where it is left out: the currency of the account. */
  readonly Currency?: string;
  readonly OrderedOn?: string | null;
  readonly ExpectedOn?: string | null;
  /** Set when the record enters Approved, unless given. Any offset in, UTC out. */
  readonly ApprovedOn?: string | null;
  /** Set when the record enters Sent, unless given. Setting it alone moves the record to Sent. Any offset in, UTC out. */
  readonly SentOn?: string | null;
  /** Set when the record enters Completed, unless given. Setting it alone moves the record to Completed. Any offset in, UTC out. */
  readonly CompletedOn?: string | null;
  /** Set when the record enters Cancelled, unless given. Setting it alone moves the record to Cancelled. Clearing it alone moves it back to Draft. Any offset in, UTC out. */
  readonly CancelledOn?: string | null;
  readonly CancelReason?: string | null;
  /** Once the order is sent, its receipts move its state. Default: []. */
  readonly Lines?: readonly CreatePurchaseOrderLine[];
  /** At most 4 decimal places. At most 4 decimal places. Default: 0. */
  readonly TaxAmount?: number;
  /** At most 4 decimal places. At most 4 decimal places. Default: 0. */
  readonly ShippingAmount?: number;
  readonly VendorReference?: string | null;
  readonly NotesToVendor?: string | null;
  readonly InternalNotes?: string | null;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID?: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. Default: {}. */
  readonly CustomFields?: { readonly [name: string]: unknown };
  /** True once it is deleted; false restores it. Default: false. */
  readonly Deleted?: boolean;
}

export interface CreatePurchaseOrderLine {
  /** No two items of the list have the same. Where it is not given: its position, counted from 1, or the next free number. */
  readonly Line?: number;
  /** ID of a record in Products, not deleted. */
  readonly ProductID?: number | null;
  /** Where it is left out: the Name of the product that ProductID names, else "". */
  readonly Description?: string;
  /** At most 4 decimal places. */
  readonly Quantity: number;
  /** Where it is left out: the Unit of the product that ProductID names, else "ea". */
  readonly Unit?: string;
  /** Where it is left out: the UnitCost of the product that ProductID names, else 0. At most 4 decimal places. */
  readonly UnitCost?: number;
  /** At most 4 decimal places. Default: 0. */
  readonly QuantityReceived?: number;
  /** Default: false. */
  readonly ShortClosed?: boolean;
}

export interface Job {
  /** Read-only. Counted per account and record type. */
  readonly ID: number;
  /** Read-only. What people call the record by. */
  readonly Number: string;
  readonly Name: string;
  readonly Description: string | null;
  /** Moves: Scheduled -> InProgress, Completed, Cancelled; InProgress -> OnHold, Completed, Cancelled; OnHold -> InProgress, Completed, Cancelled; Completed -> InProgress; Cancelled -> Scheduled. A new record may begin in any state. */
  readonly Status: 'Scheduled' | 'InProgress' | 'OnHold' | 'Completed' | 'Cancelled';
  readonly Type: string | null;
  readonly Priority: 'None' | 'Low' | 'Medium' | 'High' | 'Urgent';
  readonly CustomerName: string | null;
  readonly ContactName: string | null;
  readonly ContactPhone: string | null;
  readonly ContactEmail: string | null;
  readonly CustomerReference: string | null;
  /** ID of a record in Locations, not deleted. */
  readonly LocationID: number | null;
  /** ID of a record in Employees, not deleted. */
  readonly ManagerEmployeeID: number | null;
  /** Any offset in, UTC out. */
  readonly ScheduledStartOn: string | null;
  /** Any offset in, UTC out. */
  readonly ScheduledEndOn: string | null;
  /** Set when the record enters InProgress, unless given. Any offset in, UTC out. */
  readonly StartedOn: string | null;
  /** Set when the record enters Completed, unless given. Setting it alone moves the record to Completed. Clearing it alone moves it back to InProgress. Any offset in, UTC out. */
  readonly CompletedOn: string | null;
  /** Set when the record enters Cancelled, unless given. Setting it alone moves the record to Cancelled. Clearing it alone moves it back to Scheduled. Any offset in, UTC out. */
  readonly CancelledOn: string | null;
  readonly CancelReason: string | null;
  /** At most 4 decimal places. */
  readonly BudgetAmount: number | null;
  readonly Notes: string | null;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. */
  readonly CustomFields: { readonly [name: string]: unknown };
  /** Read-only. */
  readonly CreatedOn: string;
  /** Read-only. When it was changed last; never goes back. */
  readonly UpdatedOn: string;
  /** Read-only. E-mail address of who made it. */
  readonly CreatedBy: string;
  /** Read-only. E-mail address of who changed it last. */
  readonly UpdatedBy: string;
  /** True once it is deleted; false restores it. */
  readonly Deleted: boolean;
}

export interface CreateJob {
  readonly Name: string;
  readonly Description?: string | null;
  /** Moves: Scheduled -> InProgress, Completed, Cancelled; InProgress -> OnHold, Completed, Cancelled; OnHold -> InProgress, Completed, Cancelled; Completed -> InProgress; Cancelled -> Scheduled. A new record may begin in any state. Default: "Scheduled". */
  readonly Status?: 'Scheduled' | 'InProgress' | 'OnHold' | 'Completed' | 'Cancelled';
  readonly Type?: string | null;
  /** Default: "None". */
  readonly Priority?: 'None' | 'Low' | 'Medium' | 'High' | 'Urgent';
  readonly CustomerName?: string | null;
  readonly ContactName?: string | null;
  readonly ContactPhone?: string | null;
  readonly ContactEmail?: string | null;
  readonly CustomerReference?: string | null;
  /** ID of a record in Locations, not deleted. */
  readonly LocationID?: number | null;
  /** ID of a record in Employees, not deleted. */
  readonly ManagerEmployeeID?: number | null;
  /** Any offset in, UTC out. */
  readonly ScheduledStartOn?: string | null;
  /** Any offset in, UTC out. */
  readonly ScheduledEndOn?: string | null;
  /** Set when the record enters InProgress, unless given. Any offset in, UTC out. */
  readonly StartedOn?: string | null;
  /** Set when the record enters Completed, unless given. Setting it alone moves the record to Completed. Clearing it alone moves it back to InProgress. Any offset in, UTC out. */
  readonly CompletedOn?: string | null;
  /** Set when the record enters Cancelled, unless given. Setting it alone moves the record to Cancelled. Clearing it alone moves it back to Scheduled. Any offset in, UTC out. */
  readonly CancelledOn?: string | null;
  readonly CancelReason?: string | null;
  /** At most 4 decimal places. At most 4 decimal places. */
  readonly BudgetAmount?: number | null;
  readonly Notes?: string | null;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID?: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. Default: {}. */
  readonly CustomFields?: { readonly [name: string]: unknown };
  /** True once it is deleted; false restores it. Default: false. */
  readonly Deleted?: boolean;
}

export interface Employee {
  /** Read-only. Counted per account and record type. */
  readonly ID: number;
  /** Unique among records not deleted. */
  readonly EmployeeNumber: string | null;
  readonly FirstName: string;
  readonly LastName: string;
  /** Read-only. FirstName and LastName. */
  readonly DisplayName: string;
  readonly Email: string | null;
  readonly Phone: string | null;
  readonly JobTitle: string | null;
  readonly Department: string | null;
  /** Moves: Active -> OnLeave, Terminated; OnLeave -> Active, Terminated; Terminated -> Active. A new record may begin in any state. */
  readonly Status: 'Active' | 'OnLeave' | 'Terminated';
  readonly HiredOn: string | null;
  /** Set when the record enters Terminated, unless given. */
  readonly TerminatedOn: string | null;
  /** ID of a record in Employees, not deleted. Following it upwards never leads back; one with 1000 or more above it cannot be chosen for a record that is there. */
  readonly ManagerEmployeeID: number | null;
  /** ID of a record in Locations, not deleted. */
  readonly HomeLocationID: number | null;
  /** ID of a record in Users, not deleted. */
  readonly UserID: number | null;
  /** At most 4 decimal places. */
  readonly HourlyRate: number | null;
  readonly Certifications: readonly EmployeeCertification[];
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. */
  readonly CustomFields: { readonly [name: string]: unknown };
  /** Read-only. */
  readonly CreatedOn: string;
  /** Read-only. When it was changed last; never goes back. */
  readonly UpdatedOn: string;
  /** Read-only. E-mail address of who made it. */
  readonly CreatedBy: string;
  /** Read-only. E-mail address of who changed it last. */
  readonly UpdatedBy: string;
  /** True once it is deleted; false restores it. */
  readonly Deleted: boolean;
}

export interface EmployeeCertification {
  readonly Name: string;
  readonly Number: string | null;
  readonly ExpiresOn: string | null;
}

export interface CreateEmployee {
  /** Unique among records not deleted. */
  readonly EmployeeNumber?: string | null;
  readonly FirstName: string;
  readonly LastName: string;
  readonly Email?: string | null;
  readonly Phone?: string | null;
  readonly JobTitle?: string | null;
  readonly Department?: string | null;
  /** Moves: Active -> OnLeave, Terminated; OnLeave -> Active, Terminated; Terminated -> Active. A new record may begin in any state. Default: "Active". */
  readonly Status?: 'Active' | 'OnLeave' | 'Terminated';
  readonly HiredOn?: string | null;
  /** Set when the record enters Terminated, unless given. */
  readonly TerminatedOn?: string | null;
  /** ID of a record in Employees, not deleted. Following it upwards never leads back; one with 1000 or more above it cannot be chosen for a record that is there. */
  readonly ManagerEmployeeID?: number | null;
  /** ID of a record in Locations, not deleted. */
  readonly HomeLocationID?: number | null;
  /** ID of a record in Users, not deleted. */
  readonly UserID?: number | null;
  /** At most 4 decimal places. At most 4 decimal places. */
  readonly HourlyRate?: number | null;
  /** Default: []. */
  readonly Certifications?: readonly CreateEmployeeCertification[];
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID?: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. Default: {}. */
  readonly CustomFields?: { readonly [name: string]: unknown };
  /** True once it is deleted; false restores it. Default: false. */
  readonly Deleted?: boolean;
}

export interface CreateEmployeeCertification {
  readonly Name: string;
  readonly Number?: string | null;
  readonly ExpiresOn?: string | null;
}

export interface User {
  /** Read-only. Counted per account and record type. */
  readonly ID: number;
  /** Unique among records not deleted, compared without regard to case. */
  readonly Email: string;
  readonly FirstName: string | null;
  readonly LastName: string | null;
  readonly Phone: string | null;
  /** Admin is given and taken by people alone, never by a key. */
  readonly Role: 'Admin' | 'Manager' | 'Technician' | 'ReadOnly';
  /** May change the settings of the account; always true for Admin. Given and taken by people alone, never by a key. */
  readonly CompanySettings: boolean;
  /** Moves: Invited -> Active, Disabled; Active -> Disabled; Disabled -> Active. One that a key makes begins as Invited. */
  readonly Status: 'Invited' | 'Active' | 'Disabled';
  readonly TimeZone: string;
  readonly Locale: string;
  /** Read-only. */
  readonly LastLoginOn: string | null;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. */
  readonly CustomFields: { readonly [name: string]: unknown };
  /** Read-only. */
  readonly CreatedOn: string;
  /** Read-only. When it was changed last; never goes back. */
  readonly UpdatedOn: string;
  /** Read-only. E-mail address of who made it. */
  readonly CreatedBy: string;
  /** Read-only. E-mail address of who changed it last. */
  readonly UpdatedBy: string;
  /** True once it is deleted; false restores it. */
  readonly Deleted: boolean;
}

export interface CreateUser {
  /** Unique among records not deleted, compared without regard to case. */
  readonly Email: string;
  readonly FirstName?: string | null;
  readonly LastName?: string | null;
  readonly Phone?: string | null;
  /** Admin is given and taken by people alone, never by a key. Default: "Technician". */
  readonly Role?: 'Admin' | 'Manager' | 'Technician' | 'ReadOnly';
  /** May change the settings of the account; always true for Admin. Given and taken by people alone, never by a key. Default: false. */
  readonly CompanySettings?: boolean;
  /** Moves: Invited -> Active, Disabled; Active -> Disabled; Disabled -> Active. One that a key makes begins as Invited. Default: "Invited". */
  readonly Status?: 'Invited' | 'Active' | 'Disabled';
  /** Default: "UTC". */
  readonly TimeZone?: string;
  /** Default: "en". */
  readonly Locale?: string;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID?: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. Default: {}. */
  readonly CustomFields?: { readonly [name: string]: unknown };
  /** True once it is deleted; false restores it. Default: false. */
  readonly Deleted?: boolean;
}

export interface Product {
  /** Read-only. Counted per account and record type. */
  readonly ID: number;
  /** Unique among records not deleted. */
  readonly SKU: string;
  readonly Name: string;
  readonly Description: string | null;
  readonly Category: string | null;
  readonly Type: 'Part' | 'Consumable' | 'Tool' | 'Service';
  readonly Unit: string;
  /** At most 4 decimal places. */
  readonly UnitCost: number | null;
  /** At most 4 decimal places. */
  readonly UnitPrice: number | null;
  readonly Barcode: string | null;
  readonly Manufacturer: string | null;
  readonly ManufacturerPartNumber: string | null;
  /** ID of a record in Vendors, not deleted. */
  readonly PreferredVendorID: number | null;
  readonly VendorPartNumber: string | null;
  readonly Stocked: boolean;
  readonly Active: boolean;
  /** At most 4 decimal places. */
  readonly QuantityOnHand: number;
  /** At most 4 decimal places. */
  readonly MinimumQuantity: number | null;
  /** At most 4 decimal places. */
  readonly MaximumQuantity: number | null;
  /** ID of a record in Locations, not deleted. */
  readonly LocationID: number | null;
  readonly Bin: string | null;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. */
  readonly CustomFields: { readonly [name: string]: unknown };
  /** Read-only. */
  readonly CreatedOn: string;
  /** Read-only. When it was changed last; never goes back. */
  readonly UpdatedOn: string;
  /** Read-only. E-mail address of who made it. */
  readonly CreatedBy: string;
  /** Read-only. E-mail address of who changed it last. */
  readonly UpdatedBy: string;
  /** True once it is deleted; false restores it. */
  readonly Deleted: boolean;
}

export interface CreateProduct {
  /** Unique among records not deleted. */
  readonly SKU: string;
  readonly Name: string;
  readonly Description?: string | null;
  readonly Category?: string | null;
  /** Default: "Part". */
  readonly Type?: 'Part' | 'Consumable' | 'Tool' | 'Service';
  /** Default: "ea". */
  readonly Unit?: string;
  /** At most 4 decimal places. At most 4 decimal places. */
  readonly UnitCost?: number | null;
  /** At most 4 decimal places. At most 4 decimal places. */
  readonly UnitPrice?: number | null;
  readonly Barcode?: string | null;
  readonly Manufacturer?: string | null;
  readonly ManufacturerPartNumber?: string | null;
  /** ID of a record in Vendors, not deleted. */
  readonly PreferredVendorID?: number | null;
  readonly VendorPartNumber?: string | null;
  /** Default: true. */
  readonly Stocked?: boolean;
  /** Default: true. */
  readonly Active?: boolean;
  /** At most 4 decimal places. At most 4 decimal places. Default: 0. */
  readonly QuantityOnHand?: number;
  /** At most 4 decimal places. At most 4 decimal places. */
  readonly MinimumQuantity?: number | null;
  /** At most 4 decimal places. At most 4 decimal places. */
  readonly MaximumQuantity?: number | null;
  /** ID of a record in Locations, not deleted. */
  readonly LocationID?: number | null;
  readonly Bin?: string | null;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID?: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. Default: {}. */
  readonly CustomFields?: { readonly [name: string]: unknown };
  /** True once it is deleted; false restores it. Default: false. */
  readonly Deleted?: boolean;
}

export interface Route {
  /** Read-only. Counted per account and record type. */
  readonly ID: number;
  readonly Name: string;
  readonly Description: string | null;
  /** Moves: Planned -> InProgress, Cancelled; InProgress -> Completed, Cancelled; Completed -> InProgress; Cancelled -> Planned. A new record may begin in any state. */
  readonly Status: 'Planned' | 'InProgress' | 'Completed' | 'Cancelled';
  /** ID of a record in Employees, not deleted. */
  readonly AssignedEmployeeID: number | null;
  /** ID of a record in Assets, not deleted. */
  readonly VehicleAssetID: number | null;
  /** ID of a record in Jobs, not deleted. */
  readonly JobID: number | null;
  /** Any offset in, UTC out. */
  readonly ScheduledStartOn: string | null;
  /** Any offset in, UTC out. */
  readonly ScheduledEndOn: string | null;
  /** Set when the record enters InProgress, unless given. Any offset in, UTC out. */
  readonly StartedOn: string | null;
  /** Set when the record enters Completed, unless given. Setting it alone moves the record to Completed. Clearing it alone moves it back to InProgress. Any offset in, UTC out. */
  readonly CompletedOn: string | null;
  /** Set when the record enters Cancelled, unless given. Setting it alone moves the record to Cancelled. Clearing it alone moves it back to Planned. Any offset in, UTC out. */
  readonly CancelledOn: string | null;
  readonly Stops: readonly RouteStop[];
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. */
  readonly CustomFields: { readonly [name: string]: unknown };
  /** Read-only. */
  readonly CreatedOn: string;
  /** Read-only. When it was changed last; never goes back. */
  readonly UpdatedOn: string;
  /** Read-only. E-mail address of who made it. */
  readonly CreatedBy: string;
  /** Read-only. E-mail address of who changed it last. */
  readonly UpdatedBy: string;
  /** True once it is deleted; false restores it. */
  readonly Deleted: boolean;
}

export interface RouteStop {
  /** No two items of the list have the same. Where it is not given: its position, counted from 1, or the next free number. */
  readonly Stop: number;
  /** ID of a record in Locations, not deleted. */
  readonly LocationID: number | null;
  /** ID of a record in Assets, not deleted. */
  readonly AssetID: number | null;
  /** ID of a record in WorkOrders, not deleted. */
  readonly WorkOrderID: number | null;
  readonly Status: string;
  readonly ArrivedOn: string | null;
  readonly DepartedOn: string | null;
}

export interface CreateRoute {
  readonly Name: string;
  readonly Description?: string | null;
  /** Moves: Planned -> InProgress, Cancelled; InProgress -> Completed, Cancelled; Completed -> InProgress; Cancelled -> Planned. A new record may begin in any state. Default: "Planned". */
  readonly Status?: 'Planned' | 'InProgress' | 'Completed' | 'Cancelled';
  /** ID of a record in Employees, not deleted. */
  readonly AssignedEmployeeID?: number | null;
  /** ID of a record in Assets, not deleted. */
  readonly VehicleAssetID?: number | null;
  /** ID of a record in Jobs, not deleted. */
  readonly JobID?: number | null;
  /** Any offset in, UTC out. */
  readonly ScheduledStartOn?: string | null;
  /** Any offset in, UTC out. */
  readonly ScheduledEndOn?: string | null;
  /** Set when the record enters InProgress, unless given. Any offset in, UTC out. */
  readonly StartedOn?: string | null;
  /** Set when the record enters Completed, unless given. Setting it alone moves the record to Completed. Clearing it alone moves it back to InProgress. Any offset in, UTC out. */
  readonly CompletedOn?: string | null;
  /** Set when the record enters Cancelled, unless given. Setting it alone moves the record to Cancelled. Clearing it alone moves it back to Planned. Any offset in, UTC out. */
  readonly CancelledOn?: string | null;
  /** Default: []. */
  readonly Stops?: readonly CreateRouteStop[];
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID?: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. Default: {}. */
  readonly CustomFields?: { readonly [name: string]: unknown };
  /** True once it is deleted; false restores it. Default: false. */
  readonly Deleted?: boolean;
}

export interface CreateRouteStop {
  /** No two items of the list have the same. Where it is not given: its position, counted from 1, or the next free number. */
  readonly Stop?: number;
  /** ID of a record in Locations, not deleted. */
  readonly LocationID?: number | null;
  /** ID of a record in Assets, not deleted. */
  readonly AssetID?: number | null;
  /** ID of a record in WorkOrders, not deleted. */
  readonly WorkOrderID?: number | null;
  /** Default: "Planned". */
  readonly Status?: string;
  readonly ArrivedOn?: string | null;
  readonly DepartedOn?: string | null;
}

export interface Board {
  /** Read-only. Counted per account and record type. */
  readonly ID: number;
  readonly Name: string;
  readonly Description: string | null;
  readonly Position: number;
  readonly Archived: boolean;
  readonly Columns: readonly BoardColumn[];
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. */
  readonly CustomFields: { readonly [name: string]: unknown };
  /** Read-only. */
  readonly CreatedOn: string;
  /** Read-only. When it was changed last; never goes back. */
  readonly UpdatedOn: string;
  /** Read-only. E-mail address of who made it. */
  readonly CreatedBy: string;
  /** Read-only. E-mail address of who changed it last. */
  readonly UpdatedBy: string;
  /** True once it is deleted; false restores it. */
  readonly Deleted: boolean;
}

export interface BoardColumn {
  readonly Name: string;
  readonly Status: string;
}

export interface CreateBoard {
  readonly Name: string;
  readonly Description?: string | null;
  /** Default: 0. */
  readonly Position?: number;
  /** Default: false. */
  readonly Archived?: boolean;
  /** Default: []. */
  readonly Columns?: readonly CreateBoardColumn[];
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID?: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. Default: {}. */
  readonly CustomFields?: { readonly [name: string]: unknown };
  /** True once it is deleted; false restores it. Default: false. */
  readonly Deleted?: boolean;
}

export interface CreateBoardColumn {
  readonly Name: string;
  readonly Status: string;
}

export interface FormTemplate {
  /** Read-only. Counted per account and record type. */
  readonly ID: number;
  readonly Name: string;
  readonly Description: string | null;
  readonly Category: string | null;
  /** Moves: Draft -> Published; Published -> Archived; Archived -> Published. A new record may begin in any state. */
  readonly Status: 'Draft' | 'Published' | 'Archived';
  readonly Fields: readonly FormTemplateField[];
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. */
  readonly CustomFields: { readonly [name: string]: unknown };
  /** Read-only. */
  readonly CreatedOn: string;
  /** Read-only. When it was changed last; never goes back. */
  readonly UpdatedOn: string;
  /** Read-only. E-mail address of who made it. */
  readonly CreatedBy: string;
  /** Read-only. E-mail address of who changed it last. */
  readonly UpdatedBy: string;
  /** True once it is deleted; false restores it. */
  readonly Deleted: boolean;
}

export interface FormTemplateField {
  /** No two items of the list have the same. */
  readonly FieldID: string;
  readonly Label: string;
  readonly Type: string;
  readonly Required: boolean | null;
  readonly Choices: readonly string[] | null;
}

export interface CreateFormTemplate {
  readonly Name: string;
  readonly Description?: string | null;
  readonly Category?: string | null;
  /** Moves: Draft -> Published; Published -> Archived; Archived -> Published. A new record may begin in any state. Default: "Draft". */
  readonly Status?: 'Draft' | 'Published' | 'Archived';
  /** Default: []. */
  readonly Fields?: readonly CreateFormTemplateField[];
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID?: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. Default: {}. */
  readonly CustomFields?: { readonly [name: string]: unknown };
  /** True once it is deleted; false restores it. Default: false. */
  readonly Deleted?: boolean;
}

export interface CreateFormTemplateField {
  /** No two items of the list have the same. */
  readonly FieldID: string;
  readonly Label: string;
  readonly Type: string;
  readonly Required?: boolean | null;
  readonly Choices?: readonly string[] | null;
}

export interface AssetStatus {
  /** Read-only. Counted per account and record type. */
  readonly ID: number;
  readonly Name: string;
  readonly BaseStatus: 'Operational' | 'Degraded' | 'Down' | 'Retired';
  readonly Position: number;
  readonly Colour: string | null;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. */
  readonly CustomFields: { readonly [name: string]: unknown };
  /** Read-only. */
  readonly CreatedOn: string;
  /** Read-only. When it was changed last; never goes back. */
  readonly UpdatedOn: string;
  /** Read-only. E-mail address of who made it. */
  readonly CreatedBy: string;
  /** Read-only. E-mail address of who changed it last. */
  readonly UpdatedBy: string;
  /** True once it is deleted; false restores it. */
  readonly Deleted: boolean;
}

export interface CreateAssetStatus {
  readonly Name: string;
  readonly BaseStatus: 'Operational' | 'Degraded' | 'Down' | 'Retired';
  /** Default: 0. */
  readonly Position?: number;
  readonly Colour?: string | null;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID?: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. Default: {}. */
  readonly CustomFields?: { readonly [name: string]: unknown };
  /** True once it is deleted; false restores it. Default: false. */
  readonly Deleted?: boolean;
}

export interface Location {
  /** Read-only. Counted per account and record type. */
  readonly ID: number;
  readonly Name: string;
  readonly Code: string | null;
  /** ID of a record in Locations, not deleted. Following it upwards never leads back; one with 1000 or more above it cannot be chosen for a record that is there. */
  readonly ParentLocationID: number | null;
  readonly Type: 'Site' | 'Building' | 'Floor' | 'Unit' | 'Yard' | 'Bay' | 'Vehicle';
  readonly Address1: string | null;
  readonly Address2: string | null;
  readonly City: string | null;
  readonly Region: string | null;
  readonly PostalCode: string | null;
  readonly Country: string | null;
  /** At most 7 decimal places. */
  readonly Latitude: number | null;
  /** At most 7 decimal places. */
  readonly Longitude: number | null;
  readonly TimeZone: string;
  readonly Active: boolean;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. */
  readonly CustomFields: { readonly [name: string]: unknown };
  /** Read-only. */
  readonly CreatedOn: string;
  /** Read-only. When it was changed last; never goes back. */
  readonly UpdatedOn: string;
  /** Read-only. E-mail address of who made it. */
  readonly CreatedBy: string;
  /** Read-only. E-mail address of who changed it last. */
  readonly UpdatedBy: string;
  /** True once it is deleted; false restores it. */
  readonly Deleted: boolean;
}

export interface CreateLocation {
  readonly Name: string;
  readonly Code?: string | null;
  /** ID of a record in Locations, not deleted. Following it upwards never leads back; one with 1000 or more above it cannot be chosen for a record that is there. */
  readonly ParentLocationID?: number | null;
  /** Default: "Site". */
  readonly Type?: 'Site' | 'Building' | 'Floor' | 'Unit' | 'Yard' | 'Bay' | 'Vehicle';
  readonly Address1?: string | null;
  readonly Address2?: string | null;
  readonly City?: string | null;
  readonly Region?: string | null;
  readonly PostalCode?: string | null;
  readonly Country?: string | null;
  /** At most 7 decimal places. At most 7 decimal places. */
  readonly Latitude?: number | null;
  /** At most 7 decimal places. At most 7 decimal places. */
  readonly Longitude?: number | null;
  /** Default: "UTC". */
  readonly TimeZone?: string;
  /** Default: true. */
  readonly Active?: boolean;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID?: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. Default: {}. */
  readonly CustomFields?: { readonly [name: string]: unknown };
  /** True once it is deleted; false restores it. Default: false. */
  readonly Deleted?: boolean;
}

export interface Vendor {
  /** Read-only. Counted per account and record type. */
  readonly ID: number;
  readonly Name: string;
  readonly VendorNumber: string | null;
  readonly Type: 'Supplier' | 'Contractor' | 'Both';
  readonly ContactName: string | null;
  readonly Email: string | null;
  readonly Phone: string | null;
  readonly Website: string | null;
  readonly PaymentTerms: string | null;
  readonly TaxNumber: string | null;
  /** At most 4 decimal places. */
  readonly HourlyRate: number | null;
  readonly Active: boolean;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. */
  readonly CustomFields: { readonly [name: string]: unknown };
  /** Read-only. */
  readonly CreatedOn: string;
  /** Read-only. When it was changed last; never goes back. */
  readonly UpdatedOn: string;
  /** Read-only. E-mail address of who made it. */
  readonly CreatedBy: string;
  /** Read-only. E-mail address of who changed it last. */
  readonly UpdatedBy: string;
  /** True once it is deleted; false restores it. */
  readonly Deleted: boolean;
}

export interface CreateVendor {
  readonly Name: string;
  readonly VendorNumber?: string | null;
  /** Default: "Supplier". */
  readonly Type?: 'Supplier' | 'Contractor' | 'Both';
  readonly ContactName?: string | null;
  readonly Email?: string | null;
  readonly Phone?: string | null;
  readonly Website?: string | null;
  readonly PaymentTerms?: string | null;
  readonly TaxNumber?: string | null;
  /** At most 4 decimal places. At most 4 decimal places. */
  readonly HourlyRate?: number | null;
  /** Default: true. */
  readonly Active?: boolean;
  /** Its key in a system of yours. Unique among records not deleted. */
  readonly ExternalID?: string | null;
  /** Anything of your own. At most 16384 bytes of JSON. Default: {}. */
  readonly CustomFields?: { readonly [name: string]: unknown };
  /** True once it is deleted; false restores it. Default: false. */
  readonly Deleted?: boolean;
}

/** What a key may do with one record type. */
export interface Permission {
  readonly read: boolean;
  readonly write: boolean;
}

/** The account and integration of a key, and what it may do. */
export interface Me {
  readonly account: MeAccount;
  readonly integration: MeIntegration;
  /** The shard that holds the account: the value of the header `shardID`. */
  readonly shardID: string;
  readonly permissions: MePermissions;
  /** Whether the key may use webhooks. */
  readonly webhooks: boolean;
  readonly rateLimit: MeRateLimit;
}

export interface MeAccount {
  /** Random, and unique over all shards. */
  readonly id: string;
  readonly name: string;
}

export interface MeIntegration {
  readonly id: string;
  readonly name: string;
  readonly role: 'Admin' | 'Manager' | 'Technician' | 'ReadOnly';
  /** What it may work with. */
  readonly areas: readonly ('WorkOrders' | 'Assets' | 'Forms' | 'Purchasing' | 'Inventory' | 'Jobs' | 'People' | 'Webhooks' | 'Assistant')[];
  readonly createdOn: string;
  /** E-mail address of the admin who made it. */
  readonly createdBy: string;
  /** Whether it writes nothing itself: what it wants written it proposes, and a person decides. */
  readonly proposesOnly: boolean;
}

export interface MePermissions {
  readonly WorkOrders: Permission;
  readonly Tasks: Permission;
  readonly Assets: Permission;
  readonly Forms: Permission;
  readonly PurchaseOrders: Permission;
  readonly Jobs: Permission;
  readonly Employees: Permission;
  readonly Users: Permission;
  readonly Products: Permission;
  readonly Routes: Permission;
  readonly Boards: Permission;
  readonly FormTemplates: Permission;
  readonly AssetStatuses: Permission;
  readonly Locations: Permission;
  readonly Vendors: Permission;
}

export interface MeRateLimit {
  /** Requests admitted in any window; 0 where there is no limit. */
  readonly limit: number;
  readonly windowSeconds: number;
}

export interface Author {
  readonly kind: 'person' | 'integration' | 'assistant' | 'system';
  readonly id: string | null;
  readonly name: string | null;
  /** In whose name the change was made. */
  readonly email: string;
  /** The person who approved it, where it had to wait for one. */
  readonly approvedBy?: { readonly [name: string]: unknown };
  /** Whose proposal it began with, where a person edited one and made the change a change of the person. */
  readonly proposedBy?: { readonly [name: string]: unknown };
}

export interface ChangedField {
  readonly field: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

/** One change of one record. */
export interface Change {
  /** The cursor: opaque, and ordered as text. */
  readonly change: string;
  readonly type: 'WorkOrders' | 'Tasks' | 'Assets' | 'Forms' | 'PurchaseOrders' | 'Jobs' | 'Employees' | 'Users' | 'Products' | 'Routes' | 'Boards' | 'FormTemplates' | 'AssetStatuses' | 'Locations' | 'Vendors';
  readonly id: number;
  /** Of the record after the change. */
  readonly version: number;
  readonly on: string;
  readonly by: Author;
  /** What subscribers were told; may be empty. */
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** The fields that changed, with their values before and after; a creation has no `from`. What every record carries about itself (`UpdatedOn`, `UpdatedBy`, ...) is left out. Null for changes from before the log was kept. */
  readonly changed: readonly ChangedField[] | null;
}

/** One change of one record, and the record as it was after it. */
export interface ChangeWithData {
  /** The cursor: opaque, and ordered as text. */
  readonly change: string;
  readonly type: 'WorkOrders' | 'Tasks' | 'Assets' | 'Forms' | 'PurchaseOrders' | 'Jobs' | 'Employees' | 'Users' | 'Products' | 'Routes' | 'Boards' | 'FormTemplates' | 'AssetStatuses' | 'Locations' | 'Vendors';
  readonly id: number;
  /** Of the record after the change. */
  readonly version: number;
  readonly on: string;
  readonly by: Author;
  /** What subscribers were told; may be empty. */
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** The fields that changed, with their values before and after; a creation has no `from`. What every record carries about itself (`UpdatedOn`, `UpdatedBy`, ...) is left out. Null for changes from before the log was kept. */
  readonly changed: readonly ChangedField[] | null;
  /** The record, as REST returned it then. */
  readonly data: { readonly [name: string]: unknown } | null;
}

/** Where a value that is left out is taken from, before `default`: a setting of the account, or `field` of the record that the field `reference` of the same item names. */
export type DefaultFrom = DefaultFromAccount | DefaultFromReference;

export interface DefaultFromAccount {
  readonly account: 'currency';
}

export interface DefaultFromReference {
  readonly reference: string;
  readonly field: string;
}

/** A record type: what its records hold, and what can happen to them. */
export interface RecordTypeDescription {
  readonly name: 'WorkOrders' | 'Tasks' | 'Assets' | 'Forms' | 'PurchaseOrders' | 'Jobs' | 'Employees' | 'Users' | 'Products' | 'Routes' | 'Boards' | 'FormTemplates' | 'AssetStatuses' | 'Locations' | 'Vendors';
  /** One of them, in running text. */
  readonly singular: string;
  readonly plural: string;
  /** Where its records are. */
  readonly path: string;
  /** What an integration needs to see them. */
  readonly area: 'WorkOrders' | 'Assets' | 'Forms' | 'Purchasing' | 'Inventory' | 'Jobs' | 'People' | 'Webhooks' | 'Assistant';
  /** The fields a record is called by; a reference stands for the Name of the record it leads to. */
  readonly title: readonly string[];
  /** Where `search` looks. */
  readonly search: readonly string[];
  /** In the order a record shows them. */
  readonly fields: readonly FieldDescription[];
  /** Null where its records have no states. */
  readonly states: RecordTypeDescriptionStates | null;
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** What a subscription may be narrowed by, and the field that is compared. */
  readonly webhookFilter: RecordTypeDescriptionWebhookFilter | null;
}

export interface RecordTypeDescriptionStates {
  /** The field that holds the state; its `values` are all there are. */
  readonly field: 'Status';
  /** Where a new record begins unless it says otherwise. */
  readonly initial: string;
  /** From each state, those a write may move to. */
  readonly moves: { readonly [name: string]: readonly string[] };
  /** The field that is set when a state is entered. */
  readonly stamps: { readonly [name: string]: string };
  /** The fields that whoever moves a record to the state should be asked for. */
  readonly asks: { readonly [name: string]: readonly string[] };
}

export interface RecordTypeDescriptionWebhookFilter {
  readonly entityType: 'WorkOrders' | 'Tasks' | 'Assets' | 'Forms' | 'PurchaseOrders' | 'Jobs' | 'Employees' | 'Users' | 'Products' | 'Routes' | 'Boards' | 'FormTemplates' | 'AssetStatuses' | 'Locations' | 'Vendors';
  readonly field: string;
}

/** A field of a record type, or of the items of a list. Limits are there where the kind has them. */
export interface FieldDescription {
  readonly name: string;
  /** All but `object` and `list` can be filtered and ordered by. `value` is any JSON value, `texts` a list of texts; both stand in items only. */
  readonly kind: 'text' | 'int' | 'decimal' | 'boolean' | 'timestamp' | 'date' | 'enum' | 'reference' | 'object' | 'list' | 'value' | 'texts';
  readonly description: string;
  /** Must be given when a record, or an item, is made. */
  readonly required: boolean;
  readonly nullable: boolean;
  /** Set by the service; a write that would change it is refused. */
  readonly readOnly: boolean;
  /** Filters and orders without looking through everything. */
  readonly indexed: boolean;
  /** What it holds where nothing is given; null where that is nothing. */
  readonly default: unknown;
  readonly defaultFrom?: DefaultFrom;
  /** Longest text, in characters (code points). */
  readonly max?: number;
  readonly format?: 'email';
  /** Taken once among records not deleted; `folded` without regard to case. */
  readonly unique?: 'exact' | 'folded';
  /** Decimal places at most. */
  readonly places?: number;
  /** The smallest value. */
  readonly atLeast?: number;
  /** Values must be larger. */
  readonly above?: number;
  /** What an enum may hold, in its order. */
  readonly values?: readonly string[];
  /** The record type a reference leads to. */
  readonly to?: 'WorkOrders' | 'Tasks' | 'Assets' | 'Forms' | 'PurchaseOrders' | 'Jobs' | 'Employees' | 'Users' | 'Products' | 'Routes' | 'Boards' | 'FormTemplates' | 'AssetStatuses' | 'Locations' | 'Vendors';
  /** Of an object, as JSON. */
  readonly maxBytes?: number;
  /** The item field whose values do not repeat within a list. */
  readonly key?: string;
  /** The fields of each item of a list. */
  readonly items?: readonly FieldDescription[];
}

/** IDs by record type, 1,000 in all. */
export interface NamesRequest {
  readonly WorkOrders?: readonly number[];
  readonly Tasks?: readonly number[];
  readonly Assets?: readonly number[];
  readonly Forms?: readonly number[];
  readonly PurchaseOrders?: readonly number[];
  readonly Jobs?: readonly number[];
  readonly Employees?: readonly number[];
  readonly Users?: readonly number[];
  readonly Products?: readonly number[];
  readonly Routes?: readonly number[];
  readonly Boards?: readonly number[];
  readonly FormTemplates?: readonly number[];
  readonly AssetStatuses?: readonly number[];
  readonly Locations?: readonly number[];
  readonly Vendors?: readonly number[];
}

/** What records are called: by record type, then by ID. */
export interface Names {
  readonly WorkOrders?: { readonly [name: string]: RecordName };
  readonly Tasks?: { readonly [name: string]: RecordName };
  readonly Assets?: { readonly [name: string]: RecordName };
  readonly Forms?: { readonly [name: string]: RecordName };
  readonly PurchaseOrders?: { readonly [name: string]: RecordName };
  readonly Jobs?: { readonly [name: string]: RecordName };
  readonly Employees?: { readonly [name: string]: RecordName };
  readonly Users?: { readonly [name: string]: RecordName };
  readonly Products?: { readonly [name: string]: RecordName };
  readonly Routes?: { readonly [name: string]: RecordName };
  readonly Boards?: { readonly [name: string]: RecordName };
  readonly FormTemplates?: { readonly [name: string]: RecordName };
  readonly AssetStatuses?: { readonly [name: string]: RecordName };
  readonly Locations?: { readonly [name: string]: RecordName };
  readonly Vendors?: { readonly [name: string]: RecordName };
}

export interface RecordName {
  /** What the record is called: its title fields, joined. */
  readonly title: string;
  /** Null where the type has no states. */
  readonly state: string | null;
  readonly deleted: boolean;
}

export interface DryRunPatch {
  /** The ID of the record. */
  readonly id: number;
  readonly patch: JsonPatch;
  /** As the header `If-Match` of the write: an `ETag` with its quotes. */
  readonly ifMatch?: string;
}

export interface DryRunDelete {
  /** The ID of the record. */
  readonly id: number;
  readonly delete: true;
  /** As the header `If-Match` of the write: an `ETag` with its quotes. */
  readonly ifMatch?: string;
}

/** What moving a record to a state would come to now. */
export interface Move {
  /** The state. */
  readonly to: string;
  /** Whether the move could be made now, with nothing else written. */
  readonly allowed: boolean;
  /** What stands against it: the refusal that it would get. */
  readonly blockers: readonly MoveBlocker[];
  /** Fields that belong to the move and should be asked for: they are empty, stand against it, or are filled in by the service where the move does not say. Not all are needed. None where no field would help. */
  readonly asks: readonly string[];
  /** The other fields that it would change: stamps it sets or clears, lines it closes, sums. */
  readonly sets: readonly string[];
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
}

export interface MoveBlocker {
  readonly code: 'malformed_request' | 'invalid_query' | 'invalid_json' | 'invalid_body' | 'invalid_patch' | 'invalid_record' | 'invalid_subscription' | 'invalid_document' | 'query_too_large' | 'answer_too_large' | 'invalid_header' | 'unauthorized' | 'forbidden' | 'person_required' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'state_not_allowed' | 'patch_test_failed' | 'value_taken' | 'conflict' | 'proposal_decided' | 'version_gone' | 'cursor_expired' | 'precondition_failed' | 'body_too_large' | 'record_too_large' | 'unsupported_media_type' | 'expectation_failed' | 'idempotency_key_reused' | 'rate_limited' | 'too_many_held' | 'too_many_streams' | 'headers_too_large' | 'internal_error' | 'unavailable' | 'overloaded' | 'account_frozen';
  /** For a person. */
  readonly message: string;
  /** A JSON pointer into the record. */
  readonly pointer: string;
}

export interface FieldChange {
  readonly field: string;
  /** What it holds before; missing where the record is new. */
  readonly from?: unknown;
  /** What it holds after. Nested values are whole. */
  readonly to: unknown;
}

/** What would become of an event for one subscription. */
export interface ForeseenDelivery {
  /** The id of the subscription. */
  readonly webhook: number;
  readonly name: string | null;
  /** Where it would be sent. */
  readonly host: string;
  /** `sends`; `suppressed` as a repeat, judged by what is settled now; `off`; `filtered`: the record would not match; or `own`: it leaves out changes that this key makes itself. */
  readonly outcome: 'sends' | 'suppressed' | 'off' | 'filtered' | 'own';
  /** For a person. */
  readonly why: string;
}

export interface WorkOrderDryRunCreate {
  readonly create: CreateWorkOrder;
}

export type WorkOrderDryRun = WorkOrderDryRunCreate | DryRunPatch | DryRunDelete;

export interface WorkOrderDryRunResult {
  readonly record: WorkOrder;
  /** In the order of the fields; ID and who wrote it when are left out. Of a new record, what it holds. */
  readonly changed: readonly FieldChange[];
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** One for each subscription of this key to one of the events. */
  readonly deliveries: readonly ForeseenDelivery[];
  /** How many subscriptions of other keys would be sent one. */
  readonly otherDeliveries: number;
  /** A hash of what would last: the type, the ID (not of a new record), `changed` with the stamps of the moment left out (and the Number the service gives), `events`, and of `deliveries` which webhook, host and outcome, with the number of others. */
  readonly effect: string;
}

export interface TaskDryRunCreate {
  readonly create: CreateTask;
}

export type TaskDryRun = TaskDryRunCreate | DryRunPatch | DryRunDelete;

export interface TaskDryRunResult {
  readonly record: Task;
  /** In the order of the fields; ID and who wrote it when are left out. Of a new record, what it holds. */
  readonly changed: readonly FieldChange[];
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** One for each subscription of this key to one of the events. */
  readonly deliveries: readonly ForeseenDelivery[];
  /** How many subscriptions of other keys would be sent one. */
  readonly otherDeliveries: number;
  /** A hash of what would last: the type, the ID (not of a new record), `changed` with the stamps of the moment left out (and the Number the service gives), `events`, and of `deliveries` which webhook, host and outcome, with the number of others. */
  readonly effect: string;
}

export interface AssetDryRunCreate {
  readonly create: CreateAsset;
}

export type AssetDryRun = AssetDryRunCreate | DryRunPatch | DryRunDelete;

export interface AssetDryRunResult {
  readonly record: Asset;
  /** In the order of the fields; ID and who wrote it when are left out. Of a new record, what it holds. */
  readonly changed: readonly FieldChange[];
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** One for each subscription of this key to one of the events. */
  readonly deliveries: readonly ForeseenDelivery[];
  /** How many subscriptions of other keys would be sent one. */
  readonly otherDeliveries: number;
  /** A hash of what would last: the type, the ID (not of a new record), `changed` with the stamps of the moment left out (and the Number the service gives), `events`, and of `deliveries` which webhook, host and outcome, with the number of others. */
  readonly effect: string;
}

export interface FormDryRunCreate {
  readonly create: CreateForm;
}

export type FormDryRun = FormDryRunCreate | DryRunPatch | DryRunDelete;

export interface FormDryRunResult {
  readonly record: Form;
  /** In the order of the fields; ID and who wrote it when are left out. Of a new record, what it holds. */
  readonly changed: readonly FieldChange[];
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** One for each subscription of this key to one of the events. */
  readonly deliveries: readonly ForeseenDelivery[];
  /** How many subscriptions of other keys would be sent one. */
  readonly otherDeliveries: number;
  /** A hash of what would last: the type, the ID (not of a new record), `changed` with the stamps of the moment left out (and the Number the service gives), `events`, and of `deliveries` which webhook, host and outcome, with the number of others. */
  readonly effect: string;
}

export interface PurchaseOrderDryRunCreate {
  readonly create: CreatePurchaseOrder;
}

export type PurchaseOrderDryRun = PurchaseOrderDryRunCreate | DryRunPatch | DryRunDelete;

export interface PurchaseOrderDryRunResult {
  readonly record: PurchaseOrder;
  /** In the order of the fields; ID and who wrote it when are left out. Of a new record, what it holds. */
  readonly changed: readonly FieldChange[];
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** One for each subscription of this key to one of the events. */
  readonly deliveries: readonly ForeseenDelivery[];
  /** How many subscriptions of other keys would be sent one. */
  readonly otherDeliveries: number;
  /** A hash of what would last: the type, the ID (not of a new record), `changed` with the stamps of the moment left out (and the Number the service gives), `events`, and of `deliveries` which webhook, host and outcome, with the number of others. */
  readonly effect: string;
}

export interface JobDryRunCreate {
  readonly create: CreateJob;
}

export type JobDryRun = JobDryRunCreate | DryRunPatch | DryRunDelete;

export interface JobDryRunResult {
  readonly record: Job;
  /** In the order of the fields; ID and who wrote it when are left out. Of a new record, what it holds. */
  readonly changed: readonly FieldChange[];
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** One for each subscription of this key to one of the events. */
  readonly deliveries: readonly ForeseenDelivery[];
  /** How many subscriptions of other keys would be sent one. */
  readonly otherDeliveries: number;
  /** A hash of what would last: the type, the ID (not of a new record), `changed` with the stamps of the moment left out (and the Number the service gives), `events`, and of `deliveries` which webhook, host and outcome, with the number of others. */
  readonly effect: string;
}

export interface EmployeeDryRunCreate {
  readonly create: CreateEmployee;
}

export type EmployeeDryRun = EmployeeDryRunCreate | DryRunPatch | DryRunDelete;

export interface EmployeeDryRunResult {
  readonly record: Employee;
  /** In the order of the fields; ID and who wrote it when are left out. Of a new record, what it holds. */
  readonly changed: readonly FieldChange[];
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** One for each subscription of this key to one of the events. */
  readonly deliveries: readonly ForeseenDelivery[];
  /** How many subscriptions of other keys would be sent one. */
  readonly otherDeliveries: number;
  /** A hash of what would last: the type, the ID (not of a new record), `changed` with the stamps of the moment left out (and the Number the service gives), `events`, and of `deliveries` which webhook, host and outcome, with the number of others. */
  readonly effect: string;
}

export interface UserDryRunCreate {
  readonly create: CreateUser;
}

export type UserDryRun = UserDryRunCreate | DryRunPatch | DryRunDelete;

export interface UserDryRunResult {
  readonly record: User;
  /** In the order of the fields; ID and who wrote it when are left out. Of a new record, what it holds. */
  readonly changed: readonly FieldChange[];
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** One for each subscription of this key to one of the events. */
  readonly deliveries: readonly ForeseenDelivery[];
  /** How many subscriptions of other keys would be sent one. */
  readonly otherDeliveries: number;
  /** A hash of what would last: the type, the ID (not of a new record), `changed` with the stamps of the moment left out (and the Number the service gives), `events`, and of `deliveries` which webhook, host and outcome, with the number of others. */
  readonly effect: string;
}

export interface ProductDryRunCreate {
  readonly create: CreateProduct;
}

export type ProductDryRun = ProductDryRunCreate | DryRunPatch | DryRunDelete;

export interface ProductDryRunResult {
  readonly record: Product;
  /** In the order of the fields; ID and who wrote it when are left out. Of a new record, what it holds. */
  readonly changed: readonly FieldChange[];
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** One for each subscription of this key to one of the events. */
  readonly deliveries: readonly ForeseenDelivery[];
  /** How many subscriptions of other keys would be sent one. */
  readonly otherDeliveries: number;
  /** A hash of what would last: the type, the ID (not of a new record), `changed` with the stamps of the moment left out (and the Number the service gives), `events`, and of `deliveries` which webhook, host and outcome, with the number of others. */
  readonly effect: string;
}

export interface RouteDryRunCreate {
  readonly create: CreateRoute;
}

export type RouteDryRun = RouteDryRunCreate | DryRunPatch | DryRunDelete;

export interface RouteDryRunResult {
  readonly record: Route;
  /** In the order of the fields; ID and who wrote it when are left out. Of a new record, what it holds. */
  readonly changed: readonly FieldChange[];
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** One for each subscription of this key to one of the events. */
  readonly deliveries: readonly ForeseenDelivery[];
  /** How many subscriptions of other keys would be sent one. */
  readonly otherDeliveries: number;
  /** A hash of what would last: the type, the ID (not of a new record), `changed` with the stamps of the moment left out (and the Number the service gives), `events`, and of `deliveries` which webhook, host and outcome, with the number of others. */
  readonly effect: string;
}

export interface BoardDryRunCreate {
  readonly create: CreateBoard;
}

export type BoardDryRun = BoardDryRunCreate | DryRunPatch | DryRunDelete;

export interface BoardDryRunResult {
  readonly record: Board;
  /** In the order of the fields; ID and who wrote it when are left out. Of a new record, what it holds. */
  readonly changed: readonly FieldChange[];
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** One for each subscription of this key to one of the events. */
  readonly deliveries: readonly ForeseenDelivery[];
  /** How many subscriptions of other keys would be sent one. */
  readonly otherDeliveries: number;
  /** A hash of what would last: the type, the ID (not of a new record), `changed` with the stamps of the moment left out (and the Number the service gives), `events`, and of `deliveries` which webhook, host and outcome, with the number of others. */
  readonly effect: string;
}

export interface FormTemplateDryRunCreate {
  readonly create: CreateFormTemplate;
}

export type FormTemplateDryRun = FormTemplateDryRunCreate | DryRunPatch | DryRunDelete;

export interface FormTemplateDryRunResult {
  readonly record: FormTemplate;
  /** In the order of the fields; ID and who wrote it when are left out. Of a new record, what it holds. */
  readonly changed: readonly FieldChange[];
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** One for each subscription of this key to one of the events. */
  readonly deliveries: readonly ForeseenDelivery[];
  /** How many subscriptions of other keys would be sent one. */
  readonly otherDeliveries: number;
  /** A hash of what would last: the type, the ID (not of a new record), `changed` with the stamps of the moment left out (and the Number the service gives), `events`, and of `deliveries` which webhook, host and outcome, with the number of others. */
  readonly effect: string;
}

export interface AssetStatusDryRunCreate {
  readonly create: CreateAssetStatus;
}

export type AssetStatusDryRun = AssetStatusDryRunCreate | DryRunPatch | DryRunDelete;

export interface AssetStatusDryRunResult {
  readonly record: AssetStatus;
  /** In the order of the fields; ID and who wrote it when are left out. Of a new record, what it holds. */
  readonly changed: readonly FieldChange[];
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** One for each subscription of this key to one of the events. */
  readonly deliveries: readonly ForeseenDelivery[];
  /** How many subscriptions of other keys would be sent one. */
  readonly otherDeliveries: number;
  /** A hash of what would last: the type, the ID (not of a new record), `changed` with the stamps of the moment left out (and the Number the service gives), `events`, and of `deliveries` which webhook, host and outcome, with the number of others. */
  readonly effect: string;
}

export interface LocationDryRunCreate {
  readonly create: CreateLocation;
}

export type LocationDryRun = LocationDryRunCreate | DryRunPatch | DryRunDelete;

export interface LocationDryRunResult {
  readonly record: Location;
  /** In the order of the fields; ID and who wrote it when are left out. Of a new record, what it holds. */
  readonly changed: readonly FieldChange[];
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** One for each subscription of this key to one of the events. */
  readonly deliveries: readonly ForeseenDelivery[];
  /** How many subscriptions of other keys would be sent one. */
  readonly otherDeliveries: number;
  /** A hash of what would last: the type, the ID (not of a new record), `changed` with the stamps of the moment left out (and the Number the service gives), `events`, and of `deliveries` which webhook, host and outcome, with the number of others. */
  readonly effect: string;
}

export interface VendorDryRunCreate {
  readonly create: CreateVendor;
}

export type VendorDryRun = VendorDryRunCreate | DryRunPatch | DryRunDelete;

export interface VendorDryRunResult {
  readonly record: Vendor;
  /** In the order of the fields; ID and who wrote it when are left out. Of a new record, what it holds. */
  readonly changed: readonly FieldChange[];
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** One for each subscription of this key to one of the events. */
  readonly deliveries: readonly ForeseenDelivery[];
  /** How many subscriptions of other keys would be sent one. */
  readonly otherDeliveries: number;
  /** A hash of what would last: the type, the ID (not of a new record), `changed` with the stamps of the moment left out (and the Number the service gives), `events`, and of `deliveries` which webhook, host and outcome, with the number of others. */
  readonly effect: string;
}

/** One of `create`, `id` with `patch`, or `id` with `delete`, and why. */
export interface ProposedWrite {
  /** The record type. */
  readonly type: 'WorkOrders' | 'Tasks' | 'Assets' | 'Forms' | 'PurchaseOrders' | 'Jobs' | 'Employees' | 'Users' | 'Products' | 'Routes' | 'Boards' | 'FormTemplates' | 'AssetStatuses' | 'Locations' | 'Vendors';
  /** The fields of a new record. */
  readonly create?: { readonly [name: string]: unknown };
  /** With `patch` or `delete`: the ID of the record. */
  readonly id?: number;
  readonly patch?: JsonPatch;
  readonly delete?: true;
  /** Why, for the person who decides. It is shown as text. */
  readonly reason: string;
}

export interface ProposedPlan {
  readonly title: string;
  readonly steps: readonly ProposedWrite[];
}

export type ProposalRequest = ProposedWrite | ProposedPlan;

/** A write that a person decides about. */
export interface Proposal {
  readonly id: number;
  /** Of a plan: the id of its first step. */
  readonly plan: number | null;
  readonly planTitle: string | null;
  readonly planSize: number | null;
  /** Its place in the plan. */
  readonly order: number;
  /** `failed`: it was approved, and the rules refused it: `refusal` says why. */
  readonly state: 'pending' | 'approved' | 'rejected' | 'expired' | 'failed';
  readonly type: 'WorkOrders' | 'Tasks' | 'Assets' | 'Forms' | 'PurchaseOrders' | 'Jobs' | 'Employees' | 'Users' | 'Products' | 'Routes' | 'Boards' | 'FormTemplates' | 'AssetStatuses' | 'Locations' | 'Vendors';
  /** Of a new record: null until it is approved. */
  readonly recordID: number | null;
  readonly operation: 'create' | 'patch' | 'delete';
  /** The JSON Patch; null for the other operations. */
  readonly patch: unknown;
  /** The fields of a new record; null for the other operations. */
  readonly body: unknown;
  /** The version it was proposed on. */
  readonly baseVersion: number | null;
  readonly reason: string;
  readonly by: ProposalBy;
  /** The address of the person the integration works for. */
  readonly for: string;
  readonly createdOn: string;
  readonly expiresOn: string;
  /** Who decided; null while it waits. */
  readonly decidedBy: ProposalDecidedBy | null;
  readonly decidedOn: string | null;
  /** What the person who decided has to say. */
  readonly comment: string | null;
  /** The version of the record that approving made. */
  readonly madeVersion: number | null;
  /** Of one that waits, against the record as it is now: `applies`; `conflict`: somebody has changed what it reads or writes; `refused`: `refusal` says why. */
  readonly standing: 'applies' | 'conflict' | 'refused' | null;
  /** Of one that waits: the step of its plan that has to be approved first, whose record it names or changes. */
  readonly after: number | null;
  /** Of a conflict: the fields that were changed since. A record that an earlier step of its plan makes stands here as `{"step": 1}` for as long as that step waits. */
  readonly clashes: readonly ProposalClash[];
  /** The problem that it would be, or was, refused with. */
  readonly refusal: { readonly [name: string]: unknown } | null;
  /** What approving comes to, as one hash. A person approves what was seen. */
  readonly effect: string | null;
  /** A record that an earlier step of its plan makes stands here as `{"step": 1}` for as long as that step waits. */
  readonly changed: readonly FieldChange[];
  readonly events: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  readonly deliveries: readonly ForeseenDelivery[];
  readonly otherDeliveries: number;
  /** Where the person wrote something else in its place: the JSON Patch, or the fields of the new record. It is the change of the person then. */
  readonly edited: unknown;
  /** Of one that applies: the record as it would be. Not in lists. A record that an earlier step of its plan makes stands here as `{"step": 1}` for as long as that step waits. */
  readonly record?: { readonly [name: string]: unknown } | null;
}

export interface ProposalBy {
  readonly kind: 'assistant' | 'integration';
  readonly id: string;
  readonly name: string;
}

/** Who decided; null while it waits. */
export interface ProposalDecidedBy {
  readonly kind?: string;
  readonly id?: string | null;
  readonly name?: string | null;
  readonly email?: string | null;
}

export interface ProposalClash {
  readonly field: string;
  readonly was: unknown;
  readonly is: unknown;
}

/** The ID of that board, form template or asset status, as a number or as text; it comes back as it was sent. One that does not exist yet matches nothing until it does. */
export type FilterID = number | string | null;

export interface Subscription {
  /** Counted per account. */
  readonly id: number;
  /** The record type whose events are delivered. Matched without regard to case. */
  readonly entityType: 'WorkOrders' | 'Tasks' | 'Assets' | 'Forms' | 'PurchaseOrders' | 'Jobs' | 'Employees' | 'Users' | 'Products';
  /** What happens to the record. `GET /api/Webhooks/Events` lists the actions of each record type. */
  readonly action: 'Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled';
  /** Where deliveries are sent. Addresses inside a network are refused unless the operator allows them. */
  readonly targetUrl: string;
  /** A label of your own. */
  readonly name: string | null;
  /** Sent with every delivery. Kept encrypted; only the key that created the subscription sees them. */
  readonly headers: { readonly [name: string]: string };
  /** With `filterConditionEntityID`: only records that belong to one Boards, AssetStatuses, FormTemplates. Each record type offers at most one of them; "Board" and "form template" are understood too. */
  readonly filterEntityType: string | null;
  readonly filterConditionEntityID: FilterID;
  /** False leaves out events of changes that this very integration has made; they stand in the log as `own`. So a receiver that writes back what it hears does not hear of that again. */
  readonly includeOwn: boolean;
  /** How long failed deliveries are tried again, failures of the network included: from `1h` to `7d`, as a whole number of `m`, `h` or `d`, shown in the largest unit that fits. Null: up to three retries, 2 seconds apart, and none after a failure of the network. */
  readonly patience: string | null;
  /** Whether events are delivered. */
  readonly active: boolean;
  /** Why the service switched it off; null while it is active. */
  readonly deactivateReason: string | null;
  /** That it is about to be switched off: set while 10 or more deliveries in a row have failed. */
  readonly warning: string | null;
  /** Of a subscription with `patience` whose endpoint is down while deliveries wait for it; else null. */
  readonly waiting: SubscriptionWaiting | null;
  readonly createdOn: string;
}

/** Of a subscription with `patience` whose endpoint is down while deliveries wait for it; else null. */
export interface SubscriptionWaiting {
  /** Since when the endpoint is down. */
  readonly since: string;
  /** When it is tried next, with one delivery. */
  readonly nextTry: string;
  /** Deliveries that wait; 1000 are that many or more. */
  readonly count: number;
}

export interface CreatedSubscription {
  /** Counted per account. */
  readonly id: number;
  /** The record type whose events are delivered. Matched without regard to case. */
  readonly entityType: 'WorkOrders' | 'Tasks' | 'Assets' | 'Forms' | 'PurchaseOrders' | 'Jobs' | 'Employees' | 'Users' | 'Products';
  /** What happens to the record. `GET /api/Webhooks/Events` lists the actions of each record type. */
  readonly action: 'Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled';
  /** Where deliveries are sent. Addresses inside a network are refused unless the operator allows them. */
  readonly targetUrl: string;
  /** A label of your own. */
  readonly name: string | null;
  /** Sent with every delivery. Kept encrypted; only the key that created the subscription sees them. */
  readonly headers: { readonly [name: string]: string };
  /** With `filterConditionEntityID`: only records that belong to one Boards, AssetStatuses, FormTemplates. Each record type offers at most one of them; "Board" and "form template" are understood too. */
  readonly filterEntityType: string | null;
  readonly filterConditionEntityID: FilterID;
  /** False leaves out events of changes that this very integration has made; they stand in the log as `own`. So a receiver that writes back what it hears does not hear of that again. */
  readonly includeOwn: boolean;
  /** How long failed deliveries are tried again, failures of the network included: from `1h` to `7d`, as a whole number of `m`, `h` or `d`, shown in the largest unit that fits. Null: up to three retries, 2 seconds apart, and none after a failure of the network. */
  readonly patience: string | null;
  /** Whether events are delivered. */
  readonly active: boolean;
  /** Why the service switched it off; null while it is active. */
  readonly deactivateReason: string | null;
  /** That it is about to be switched off: set while 10 or more deliveries in a row have failed. */
  readonly warning: string | null;
  /** Of a subscription with `patience` whose endpoint is down while deliveries wait for it; else null. */
  readonly waiting: SubscriptionWaiting | null;
  readonly createdOn: string;
  /** What deliveries are signed with (Standard Webhooks): `whsec_` and 32 bytes in base64. Shown here and never again. */
  readonly signingSecret: string;
}

export interface RotatedSecret {
  /** What deliveries are signed with (Standard Webhooks): `whsec_` and 32 bytes in base64. Shown here and never again. */
  readonly signingSecret: string;
  /** Until when the secret before it signs as well; null where it no longer does. */
  readonly previousUntil: string | null;
}

export interface SecretRotation {
  /** How long the secret before signs as well; 0 ends it at once. Default: 86400. */
  readonly graceSeconds?: number;
}

export interface CreateSubscription {
  /** The record type whose events are delivered. Matched without regard to case. */
  readonly entityType: 'WorkOrders' | 'Tasks' | 'Assets' | 'Forms' | 'PurchaseOrders' | 'Jobs' | 'Employees' | 'Users' | 'Products';
  /** What happens to the record. `GET /api/Webhooks/Events` lists the actions of each record type. */
  readonly action: 'Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled';
  /** Where deliveries are sent. Addresses inside a network are refused unless the operator allows them. */
  readonly targetUrl: string;
  /** A label of your own. */
  readonly name?: string | null;
  /** Sent with every delivery. Kept encrypted; only the key that created the subscription sees them. Default: {}. */
  readonly headers?: { readonly [name: string]: string } | null;
  /** With `filterConditionEntityID`: only records that belong to one Boards, AssetStatuses, FormTemplates. Each record type offers at most one of them; "Board" and "form template" are understood too. */
  readonly filterEntityType?: string | null;
  readonly filterConditionEntityID?: FilterID;
  /** False leaves out events of changes that this very integration has made; they stand in the log as `own`. So a receiver that writes back what it hears does not hear of that again. Default: true. */
  readonly includeOwn?: boolean | null;
  /** How long failed deliveries are tried again, failures of the network included: from `1h` to `7d`, as a whole number of `m`, `h` or `d`, shown in the largest unit that fits. Null: up to three retries, 2 seconds apart, and none after a failure of the network. */
  readonly patience?: string | null;
}

/** As a new subscription; where it would be sent may be left out. */
export interface RehearsedSubscription {
  /** The record type whose events are delivered. Matched without regard to case. */
  readonly entityType: 'WorkOrders' | 'Tasks' | 'Assets' | 'Forms' | 'PurchaseOrders' | 'Jobs' | 'Employees' | 'Users' | 'Products';
  /** What happens to the record. `GET /api/Webhooks/Events` lists the actions of each record type. */
  readonly action: 'Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled';
  /** Where deliveries are sent. Addresses inside a network are refused unless the operator allows them. */
  readonly targetUrl?: string | null;
  /** A label of your own. */
  readonly name?: string | null;
  /** Sent with every delivery. Kept encrypted; only the key that created the subscription sees them. Default: {}. */
  readonly headers?: { readonly [name: string]: string } | null;
  /** With `filterConditionEntityID`: only records that belong to one Boards, AssetStatuses, FormTemplates. Each record type offers at most one of them; "Board" and "form template" are understood too. */
  readonly filterEntityType?: string | null;
  readonly filterConditionEntityID?: FilterID;
  /** False leaves out events of changes that this very integration has made; they stand in the log as `own`. So a receiver that writes back what it hears does not hear of that again. Default: true. */
  readonly includeOwn?: boolean | null;
  /** How long failed deliveries are tried again, failures of the network included: from `1h` to `7d`, as a whole number of `m`, `h` or `d`, shown in the largest unit that fits. Null: up to three retries, 2 seconds apart, and none after a failure of the network. */
  readonly patience?: string | null;
}

export interface SubscribableEvents {
  readonly entityType: 'WorkOrders' | 'Tasks' | 'Assets' | 'Forms' | 'PurchaseOrders' | 'Jobs' | 'Employees' | 'Users' | 'Products';
  readonly actions: readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** What a subscription to this record type may be narrowed by. */
  readonly filterEntityType: 'Boards' | 'FormTemplates' | 'AssetStatuses' | null;
}

export interface Delivery {
  readonly id: number;
  /** The header `webhook-id`: the same over all attempts, and for a delivery that is sent again. */
  readonly webhookId: string;
  /** An event, a test, or somebody who asked for it once more. */
  readonly cause: 'event' | 'test' | 'resend';
  /** The ID of the record; of a test with a made-up record, a number that no record has. */
  readonly recordID: number;
  /** `waiting` for its turn or a retry; `suppressed` as a repeat of `repeats`; `dropped` because the subscription was switched off, or its recovery cancelled, while it waited; `own`: the integration made the change itself, and `includeOwn` is false. */
  readonly state: 'waiting' | 'succeeded' | 'failed' | 'suppressed' | 'dropped' | 'own';
  /** The status of the last attempt. */
  readonly status: number | null;
  readonly error: DeliveryError;
  readonly createdOn: string;
  /** When the event was committed; the same value as in the body. */
  readonly processedDate: string;
  readonly settledOn: string | null;
  /** When it is due; while the endpoint is down, `waiting` of the subscription says when that is tried. Null when no attempt is to come. */
  readonly nextAttemptOn: string | null;
  /** When its first attempt failed, or would have failed while the endpoint was known to be down: `patience` counts from here. Null where it did not have to wait. */
  readonly waitingSince: string | null;
  /** The delivery that a suppressed one repeats. */
  readonly repeats: number | null;
  /** The delivery that this one sends again. */
  readonly resendOf: number | null;
  /** The recovery that made it, of this subscription. */
  readonly recovery: number | null;
  readonly attempts: readonly DeliveryAttempt[];
}

export interface DeliveryAttempt {
  /** The first attempt, or a retry: up to three, or with `patience` as many as it takes. */
  readonly attempt: number;
  readonly startedOn: string;
  /** The status your endpoint answered with; null where none came. */
  readonly status: number | null;
  readonly error: DeliveryError;
  /** What went wrong on the network, in words; of a long text the first 500 characters. */
  readonly message: string | null;
  readonly timings: DeliveryAttemptTimings;
  /** The first 1 KiB of the body of the answer; of the first ten attempts. */
  readonly answer: string | null;
  /** Of the headers of the answer, those that tell who has answered: server, date, content-type, location, retry-after, via, x-request-id, cf-ray; of the first ten attempts. Missing in attempts from before they were kept. */
  readonly answerHeaders?: { readonly [name: string]: string } | null;
  /** A short hash of the `targetUrl` it was sent to: another one once that is changed. Missing in attempts from before it was kept. */
  readonly target?: string;
}

export interface DeliveryAttemptTimings {
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  readonly firstByteMs: number | null;
  readonly totalMs: number | null;
}

/** How an attempt failed: `status` is an answer outside 2xx; `damaged` says that what is kept of the delivery or its subscription cannot be read, so that nothing was sent; the others are failures of the network. */
export type DeliveryError = 'dns' | 'refused_address' | 'connect' | 'tls' | 'timeout' | 'reset' | 'damaged' | 'status' | null;

export interface PatchAdd {
  readonly op: 'add';
  /** A JSON pointer to a field, such as /Description. */
  readonly path: string;
  /** The value to write, or to compare with. */
  readonly value: unknown;
}

export interface PatchReplace {
  readonly op: 'replace';
  /** A JSON pointer to a field, such as /Description. */
  readonly path: string;
  /** The value to write, or to compare with. */
  readonly value: unknown;
}

export interface PatchRemove {
  readonly op: 'remove';
  /** A JSON pointer to a field, such as /Description. */
  readonly path: string;
}

export interface PatchMove {
  readonly op: 'move';
  /** A JSON pointer to a field, such as /Description. */
  readonly from: string;
  /** A JSON pointer to a field, such as /Description. */
  readonly path: string;
}

export interface PatchCopy {
  readonly op: 'copy';
  /** A JSON pointer to a field, such as /Description. */
  readonly from: string;
  /** A JSON pointer to a field, such as /Description. */
  readonly path: string;
}

export interface PatchTest {
  readonly op: 'test';
  /** A JSON pointer to a field, such as /Description. */
  readonly path: string;
  /** The value to write, or to compare with. */
  readonly value: unknown;
}

export type PatchOperation = PatchAdd | PatchReplace | PatchRemove | PatchMove | PatchCopy | PatchTest;

/** Operations of RFC 6902, done in their order, all or none of them. */
export type JsonPatch = readonly PatchOperation[];

export interface Health {
  /** Failed deliveries since the last success; 30 switch it off. */
  readonly failuresInARow: number;
  /** Deliveries that wait, counted up to 10000. */
  readonly waiting: number;
  readonly oldestWaitingOn: string | null;
  /** Null where there was none in the last 30 days. */
  readonly lastSuccessOn: string | null;
  /** So long 95 of 100 attempts took at most, by the newest of each hour; null where nothing was tried. */
  readonly p95Ms: number | null;
  /** Every hour, the oldest first. A delivery counts in the hour in which it was settled. */
  readonly hours: readonly HealthHour[];
}

export interface HealthHour {
  readonly hour: string;
  readonly ok: number;
  readonly failed: number;
  readonly suppressed: number;
  readonly dropped: number;
}

export interface WebhookHealth {
  /** The subscription. */
  readonly id: number;
  /** Failed deliveries since the last success; 30 switch it off. */
  readonly failuresInARow: number;
  /** Deliveries that wait, counted up to 10000. */
  readonly waiting: number;
  readonly oldestWaitingOn: string | null;
  /** Null where there was none in the last 30 days. */
  readonly lastSuccessOn: string | null;
  /** So long 95 of 100 attempts took at most, by the newest of each hour; null where nothing was tried. */
  readonly p95Ms: number | null;
  /** Every hour, the oldest first. A delivery counts in the hour in which it was settled. */
  readonly hours: readonly HealthHour[];
}

export interface RecentEvent {
  /** Its place in the log of changes: opaque. */
  readonly change: string;
  readonly recordID: number;
  /** What the record is called now. */
  readonly title: string | null;
  readonly on: string;
  /** Who caused the event. */
  readonly submitter: string;
}

export interface SubscriptionNotice {
  readonly on: string;
  /** The id of the subscription. */
  readonly webhook: number;
  readonly name: string | null;
  readonly state: 'warned' | 'off';
  /** For a person. */
  readonly why: string;
}

export interface DeliveryBody {
  /** The record as the REST API returned it right after the change. */
  readonly data: { readonly [name: string]: unknown };
  /** Who caused the event. */
  readonly submitter: string;
  /** When the change was committed. */
  readonly processedDate: string;
}

export interface SentRequest {
  /** Values of the subscription's own headers are `***`. */
  readonly headers: { readonly [name: string]: string };
  readonly body: DeliveryBody;
}

export interface Rehearsal {
  readonly days: number;
  /** From when on events were counted. */
  readonly since: string;
  /** True where there were too many changes to look at all of them. */
  readonly cut: boolean;
  /** Events that the subscription would have heard of. */
  readonly matched: number;
  /** Of these, by day (UTC), the oldest first. */
  readonly perDay: readonly RehearsalPerDay[];
  /** As many as there would have been without the filter. */
  readonly unfiltered: number;
  /** Other values of the filter field, the most frequent first. */
  readonly nearby: readonly RehearsalNearby[];
  readonly sample: RehearsalSample;
}

export interface RehearsalPerDay {
  readonly day: string;
  readonly count: number;
}

export interface RehearsalNearby {
  readonly id: number;
  readonly title: string | null;
  readonly count: number;
}

/** What would have been sent of the newest of them. */
export interface RehearsalSample {
  /** Values of the subscription's own headers are `***`. */
  readonly headers: { readonly [name: string]: string };
  readonly body: DeliveryBody;
  /** False where the event is made up. */
  readonly real: boolean;
}

export type ExplanationRequest = RecordExplanationRequest | EventExplanationRequest;

export interface RecordExplanationRequest {
  /** The ID of the record. */
  readonly recordID: number;
  readonly from?: string;
  readonly to?: string;
}

export interface EventExplanationRequest {
  /** The header `webhook-id` that came, or should have. */
  readonly webhookId: string;
}

export interface Explanation {
  /** Null where there is none: the record did not change, or it was a test. */
  readonly change: ExplanationChange | null;
  /** In the order changed, event, existed, on, filter, own, repeat, turn, sent, up to the one that explains it. */
  readonly steps: readonly ExplanationStep[];
  /** What was made of the change for this subscription, the newest where it was sent again. */
  readonly delivery: Delivery | null;
}

/** Null where there is none: the record did not change, or it was a test. */
export interface ExplanationChange {
  readonly version: number;
  readonly at: string;
  readonly by: Author;
}

export interface ExplanationStep {
  readonly step: 'changed' | 'event' | 'existed' | 'on' | 'filter' | 'own' | 'repeat' | 'turn' | 'sent';
  /** Null where it is not known, and where it did not hold but the change was sent later, by a recovery or by hand. */
  readonly ok: boolean | null;
  /** What proves it, for a person. */
  readonly evidence: string;
  /** What helps; null where nothing has to. */
  readonly fix: string | null;
}

export type Recoverable = 'failed' | 'dropped' | 'missed';

export interface RecoveryRequest {
  /** Events from this time on. */
  readonly since: string;
  /** Events up to this time; without it, up to now. */
  readonly until?: string | null;
  /** Which of them. */
  readonly what: readonly Recoverable[];
  /** Of each record only the newest event, and none where a newer one has arrived or waits. Default: false. */
  readonly newestOnly?: boolean | null;
  /** How many events are sent in a second at most. Default: 50. */
  readonly perSecond?: number | null;
  /** Only count. Default: false. */
  readonly dryRun?: boolean | null;
}

export interface RecoveryCount {
  readonly total: number;
  readonly failed: number;
  readonly dropped: number;
  readonly missed: number;
}

export interface ResendCount {
  readonly total: number;
}

export interface Recovery {
  /** Counted per subscription. */
  readonly id: number;
  /** By time and outcome, or by filters of the log. */
  readonly kind: 'recover' | 'resend';
  /** `counting`, then `running`; `complete` when all were dealt with; `failed` when the subscription was switched off. */
  readonly state: 'counting' | 'running' | 'paused' | 'complete' | 'cancelled' | 'failed';
  /** Why it has failed. */
  readonly reason: string | null;
  readonly since: string | null;
  readonly until: string | null;
  readonly what: readonly Recoverable[] | null;
  readonly newestOnly: boolean | null;
  /** Of a run by filters: the query as it was sent. */
  readonly filter: string | null;
  /** How many events are sent in a second at most. */
  readonly perSecond: number;
  /** How many events there are; null while they are counted. */
  readonly total: number | null;
  /** `delivered`, `failed` and `skipped` together. */
  readonly done: number;
  readonly delivered: number;
  readonly failed: number;
  /** No longer to be sent when their turn came: arrived meanwhile, forgotten, or taken back by a cancel. */
  readonly skipped: number;
  readonly createdOn: string;
  readonly endedOn: string | null;
}

export interface ServiceStatus {
  readonly status: 'ok' | 'ready';
}

export interface OpenApiDocument {
  readonly openapi: string;
}

/** A refusal (RFC 9457). `code` is stable: build on it and on `errors`, not on the texts. */
export interface Problem {
  /** A URI that names the kind of problem, with the code at its end. */
  readonly type: string;
  /** The kind of problem in words; the same for every occurrence. */
  readonly title: string;
  /** The status of the answer. */
  readonly status: number;
  /** What happened this time and what to do about it, for a person. */
  readonly detail: string;
  /** The kind of problem for a program. */
  readonly code: 'malformed_request' | 'invalid_query' | 'invalid_json' | 'invalid_body' | 'invalid_patch' | 'invalid_record' | 'invalid_subscription' | 'invalid_document' | 'query_too_large' | 'answer_too_large' | 'invalid_header' | 'unauthorized' | 'forbidden' | 'person_required' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'state_not_allowed' | 'patch_test_failed' | 'value_taken' | 'conflict' | 'proposal_decided' | 'version_gone' | 'cursor_expired' | 'precondition_failed' | 'body_too_large' | 'record_too_large' | 'unsupported_media_type' | 'expectation_failed' | 'idempotency_key_reused' | 'rate_limited' | 'too_many_held' | 'too_many_streams' | 'headers_too_large' | 'internal_error' | 'unavailable' | 'overloaded' | 'account_frozen';
  /** The id of the request in the logs, as in `X-Request-Id`. */
  readonly requestId: string;
  /** With `state_not_allowed`: the state the record is in. */
  readonly from?: string;
  /** With `state_not_allowed`: the state that was asked for. */
  readonly to?: string;
  /** With `state_not_allowed`: the states that can be reached from there. */
  readonly allowed?: readonly string[];
  /** With `proposal_decided`: what became of the proposal. */
  readonly state?: string;
  /** Of a plan: the step that is at fault. */
  readonly step?: number;
  /** With `cursor_expired`: a cursor to follow the feed from, once all was read by lists. */
  readonly startOver?: string;
  /** The places in the input that are at fault; at most 50 of a body. */
  readonly errors?: readonly ProblemError[];
}

export interface ProblemError {
  /** A JSON pointer into the body; empty for all of it. */
  readonly pointer?: string;
  /** The name of a query parameter, as you wrote it. */
  readonly parameter?: string;
  /** The name of a header. */
  readonly header?: string;
  /** What is wrong there, for a person. */
  readonly message: string;
}

/** A value to filter by; under `extFilter` a text with an operator, such as '2026-01-31 ge'. */
export type FilterValue = string | number | boolean | null;

/** One value, or several of which any may hold. */
export type Filter = FilterValue | readonly FilterValue[];

export interface ListWorkOrdersQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A text that one of the fields people know a record by contains, without regard to case. */
  readonly search?: string;
  /** With `true` deleted records are shown together with the others. Under `extFilter`, `false ne` shows only the deleted ones. */
  readonly Deleted?: boolean | string;
  /** A whole number. */
  readonly ID?: Filter;
  /** The text, exactly as it is. */
  readonly Number?: Filter;
  /** The text, exactly as it is. */
  readonly Name?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Description?: Filter;
  /** One of `Open`, `InProgress`, `OnHold`, `Completed`, `Cancelled`. */
  readonly Status?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly HoldReason?: Filter;
  /** One of `None`, `Low`, `Medium`, `High`, `Urgent`. */
  readonly Priority?: Filter;
  /** One of `Reactive`, `Preventive`, `Inspection`, `Project`, `Other`. */
  readonly Type?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Category?: Filter;
  /** The ID of a record in Boards. `null` finds those without one. */
  readonly BoardID?: Filter;
  /** The ID of a record in Assets. `null` finds those without one. */
  readonly AssetID?: Filter;
  /** The ID of a record in Locations. `null` finds those without one. */
  readonly LocationID?: Filter;
  /** The ID of a record in Jobs. `null` finds those without one. */
  readonly JobID?: Filter;
  /** The ID of a record in WorkOrders. `null` finds those without one. */
  readonly ParentWorkOrderID?: Filter;
  /** The ID of a record in Vendors. `null` finds those without one. */
  readonly VendorID?: Filter;
  /** The ID of a record in Employees. `null` finds those without one. */
  readonly AssignedEmployeeID?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly RequesterName?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly RequesterEmail?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly DueOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly ScheduledStartOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly ScheduledEndOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly StartedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly CompletedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly CancelledOn?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly CancelReason?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly CompletionNotes?: Filter;
  /** A whole number. `null` finds those without one. */
  readonly EstimatedMinutes?: Filter;
  /** A whole number. */
  readonly LabourMinutes?: Filter;
  /** A number. */
  readonly LabourCost?: Filter;
  /** A number. */
  readonly PartsCost?: Filter;
  /** A number. */
  readonly OtherCost?: Filter;
  /** A number. */
  readonly TotalCost?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ExternalID?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly CreatedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly UpdatedOn?: Filter;
  /** The text, exactly as it is. */
  readonly CreatedBy?: Filter;
  /** The text, exactly as it is. */
  readonly UpdatedBy?: Filter;
  /** With `Accept: text/csv` alone, in place of `fields`: the columns in this order, separated by commas. Each reference is followed by a column with what it leads to is called, headed as the property without `ID`, where the key may read that type. */
  readonly columns?: string;
}

export interface GetWorkOrderQuery {
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** The record as it was in this version, as in the `ETag` of then; without it, as it is. */
  readonly version?: number;
}

export interface ListTasksQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A text that one of the fields people know a record by contains, without regard to case. */
  readonly search?: string;
  /** With `true` deleted records are shown together with the others. Under `extFilter`, `false ne` shows only the deleted ones. */
  readonly Deleted?: boolean | string;
  /** A whole number. */
  readonly ID?: Filter;
  /** The text, exactly as it is. */
  readonly Name?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Description?: Filter;
  /** One of `Open`, `InProgress`, `Completed`, `Cancelled`. */
  readonly Status?: Filter;
  /** The ID of a record in WorkOrders. `null` finds those without one. */
  readonly WorkOrderID?: Filter;
  /** The ID of a record in Jobs. `null` finds those without one. */
  readonly JobID?: Filter;
  /** The ID of a record in Assets. `null` finds those without one. */
  readonly AssetID?: Filter;
  /** The ID of a record in Employees. `null` finds those without one. */
  readonly AssignedEmployeeID?: Filter;
  /** A whole number. */
  readonly Position?: Filter;
  /** `true` or `false`. */
  readonly Required?: Filter;
  /** One of `None`, `Low`, `Medium`, `High`, `Urgent`. */
  readonly Priority?: Filter;
  /** One of `Checkbox`, `Text`, `Number`, `PassFail`, `Meter`. */
  readonly Type?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Result?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Notes?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly DueOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly StartedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly CompletedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly CancelledOn?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly CancelReason?: Filter;
  /** A whole number. `null` finds those without one. */
  readonly EstimatedMinutes?: Filter;
  /** A whole number. `null` finds those without one. */
  readonly SpentMinutes?: Filter;
  /** A whole number. `null` finds those without one. */
  readonly TaskExternalMessagingID?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ExternalID?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly CreatedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly UpdatedOn?: Filter;
  /** The text, exactly as it is. */
  readonly CreatedBy?: Filter;
  /** The text, exactly as it is. */
  readonly UpdatedBy?: Filter;
  /** With `Accept: text/csv` alone, in place of `fields`: the columns in this order, separated by commas. Each reference is followed by a column with what it leads to is called, headed as the property without `ID`, where the key may read that type. */
  readonly columns?: string;
}

export interface GetTaskQuery {
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** The record as it was in this version, as in the `ETag` of then; without it, as it is. */
  readonly version?: number;
}

export interface ListAssetsQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A text that one of the fields people know a record by contains, without regard to case. */
  readonly search?: string;
  /** With `true` deleted records are shown together with the others. Under `extFilter`, `false ne` shows only the deleted ones. */
  readonly Deleted?: boolean | string;
  /** A whole number. */
  readonly ID?: Filter;
  /** The text, exactly as it is. */
  readonly Name?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Description?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly AssetNumber?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly SerialNumber?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Barcode?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Manufacturer?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Model?: Filter;
  /** A whole number. `null` finds those without one. */
  readonly ModelYear?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Category?: Filter;
  /** The ID of a record in Assets. `null` finds those without one. */
  readonly ParentAssetID?: Filter;
  /** The ID of a record in Locations. `null` finds those without one. */
  readonly LocationID?: Filter;
  /** The ID of a record in AssetStatuses. `null` finds those without one. */
  readonly AssetStatusID?: Filter;
  /** One of `Low`, `Medium`, `High`, `Critical`. `null` finds those without one. */
  readonly Criticality?: Filter;
  /** The ID of a record in Vendors. `null` finds those without one. */
  readonly VendorID?: Filter;
  /** The ID of a record in Employees. `null` finds those without one. */
  readonly AssignedEmployeeID?: Filter;
  /** A date, `YYYY-MM-DD`. `null` finds those without one. */
  readonly PurchasedOn?: Filter;
  /** A date, `YYYY-MM-DD`. `null` finds those without one. */
  readonly InServiceOn?: Filter;
  /** A date, `YYYY-MM-DD`. `null` finds those without one. */
  readonly WarrantyExpiresOn?: Filter;
  /** A date, `YYYY-MM-DD`. `null` finds those without one. */
  readonly RetiredOn?: Filter;
  /** A number. `null` finds those without one. */
  readonly PurchaseCost?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly MeterUnit?: Filter;
  /** A number. `null` finds those without one. */
  readonly MeterValue?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly MeterReadOn?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ExternalID?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly CreatedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly UpdatedOn?: Filter;
  /** The text, exactly as it is. */
  readonly CreatedBy?: Filter;
  /** The text, exactly as it is. */
  readonly UpdatedBy?: Filter;
  /** With `Accept: text/csv` alone, in place of `fields`: the columns in this order, separated by commas. Each reference is followed by a column with what it leads to is called, headed as the property without `ID`, where the key may read that type. */
  readonly columns?: string;
}

export interface GetAssetQuery {
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** The record as it was in this version, as in the `ETag` of then; without it, as it is. */
  readonly version?: number;
}

export interface ListFormsQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A text that one of the fields people know a record by contains, without regard to case. */
  readonly search?: string;
  /** With `true` deleted records are shown together with the others. Under `extFilter`, `false ne` shows only the deleted ones. */
  readonly Deleted?: boolean | string;
  /** A whole number. */
  readonly ID?: Filter;
  /** The text, exactly as it is. */
  readonly Number?: Filter;
  /** The text, exactly as it is. */
  readonly Name?: Filter;
  /** The ID of a record in FormTemplates. */
  readonly FormTemplateID?: Filter;
  /** One of `Draft`, `Submitted`, `Dismissed`. */
  readonly Status?: Filter;
  /** The ID of a record in WorkOrders. `null` finds those without one. */
  readonly WorkOrderID?: Filter;
  /** The ID of a record in Tasks. `null` finds those without one. */
  readonly TaskID?: Filter;
  /** The ID of a record in Assets. `null` finds those without one. */
  readonly AssetID?: Filter;
  /** The ID of a record in Locations. `null` finds those without one. */
  readonly LocationID?: Filter;
  /** The ID of a record in Jobs. `null` finds those without one. */
  readonly JobID?: Filter;
  /** The ID of a record in Employees. `null` finds those without one. */
  readonly AssignedEmployeeID?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly DueOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly SubmittedOn?: Filter;
  /** A number. `null` finds those without one. */
  readonly Score?: Filter;
  /** `true` or `false`. `null` finds those without one. */
  readonly Passed?: Filter;
  /** A whole number. */
  readonly FlaggedCount?: Filter;
  /** The ID of a record in Forms. `null` finds those without one. */
  readonly AmendsFormID?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ExternalID?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly CreatedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly UpdatedOn?: Filter;
  /** The text, exactly as it is. */
  readonly CreatedBy?: Filter;
  /** The text, exactly as it is. */
  readonly UpdatedBy?: Filter;
  /** With `Accept: text/csv` alone, in place of `fields`: the columns in this order, separated by commas. Each reference is followed by a column with what it leads to is called, headed as the property without `ID`, where the key may read that type. */
  readonly columns?: string;
}

export interface GetFormQuery {
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** The record as it was in this version, as in the `ETag` of then; without it, as it is. */
  readonly version?: number;
}

export interface ListPurchaseOrdersQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A text that one of the fields people know a record by contains, without regard to case. */
  readonly search?: string;
  /** With `true` deleted records are shown together with the others. Under `extFilter`, `false ne` shows only the deleted ones. */
  readonly Deleted?: boolean | string;
  /** A whole number. */
  readonly ID?: Filter;
  /** The text, exactly as it is. */
  readonly Number?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Name?: Filter;
  /** One of `Draft`, `PendingApproval`, `Approved`, `Sent`, `PartiallyFulfilled`, `Completed`, `Cancelled`. */
  readonly Status?: Filter;
  /** The ID of a record in Vendors. `null` finds those without one. */
  readonly VendorID?: Filter;
  /** The ID of a record in WorkOrders. `null` finds those without one. */
  readonly WorkOrderID?: Filter;
  /** The ID of a record in Jobs. `null` finds those without one. */
  readonly JobID?: Filter;
  /** The ID of a record in Locations. `null` finds those without one. */
  readonly ShipToLocationID?: Filter;
  /** The text, exactly as it is. */
  readonly Currency?: Filter;
  /** A date, `YYYY-MM-DD`. `null` finds those without one. */
  readonly OrderedOn?: Filter;
  /** A date, `YYYY-MM-DD`. `null` finds those without one. */
  readonly ExpectedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly ApprovedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly SentOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly CompletedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly CancelledOn?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly CancelReason?: Filter;
  /** A number. */
  readonly Subtotal?: Filter;
  /** A number. */
  readonly TaxAmount?: Filter;
  /** A number. */
  readonly ShippingAmount?: Filter;
  /** A number. */
  readonly Total?: Filter;
  /** A number. */
  readonly ReceivedPercent?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly VendorReference?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly NotesToVendor?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly InternalNotes?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ExternalID?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly CreatedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly UpdatedOn?: Filter;
  /** The text, exactly as it is. */
  readonly CreatedBy?: Filter;
  /** The text, exactly as it is. */
  readonly UpdatedBy?: Filter;
  /** With `Accept: text/csv` alone, in place of `fields`: the columns in this order, separated by commas. Each reference is followed by a column with what it leads to is called, headed as the property without `ID`, where the key may read that type. */
  readonly columns?: string;
}

export interface GetPurchaseOrderQuery {
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** The record as it was in this version, as in the `ETag` of then; without it, as it is. */
  readonly version?: number;
}

export interface ListJobsQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A text that one of the fields people know a record by contains, without regard to case. */
  readonly search?: string;
  /** With `true` deleted records are shown together with the others. Under `extFilter`, `false ne` shows only the deleted ones. */
  readonly Deleted?: boolean | string;
  /** A whole number. */
  readonly ID?: Filter;
  /** The text, exactly as it is. */
  readonly Number?: Filter;
  /** The text, exactly as it is. */
  readonly Name?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Description?: Filter;
  /** One of `Scheduled`, `InProgress`, `OnHold`, `Completed`, `Cancelled`. */
  readonly Status?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Type?: Filter;
  /** One of `None`, `Low`, `Medium`, `High`, `Urgent`. */
  readonly Priority?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly CustomerName?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ContactName?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ContactPhone?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ContactEmail?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly CustomerReference?: Filter;
  /** The ID of a record in Locations. `null` finds those without one. */
  readonly LocationID?: Filter;
  /** The ID of a record in Employees. `null` finds those without one. */
  readonly ManagerEmployeeID?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly ScheduledStartOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly ScheduledEndOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly StartedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly CompletedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly CancelledOn?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly CancelReason?: Filter;
  /** A number. `null` finds those without one. */
  readonly BudgetAmount?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Notes?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ExternalID?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly CreatedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly UpdatedOn?: Filter;
  /** The text, exactly as it is. */
  readonly CreatedBy?: Filter;
  /** The text, exactly as it is. */
  readonly UpdatedBy?: Filter;
  /** With `Accept: text/csv` alone, in place of `fields`: the columns in this order, separated by commas. Each reference is followed by a column with what it leads to is called, headed as the property without `ID`, where the key may read that type. */
  readonly columns?: string;
}

export interface GetJobQuery {
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** The record as it was in this version, as in the `ETag` of then; without it, as it is. */
  readonly version?: number;
}

export interface ListEmployeesQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A text that one of the fields people know a record by contains, without regard to case. */
  readonly search?: string;
  /** With `true` deleted records are shown together with the others. Under `extFilter`, `false ne` shows only the deleted ones. */
  readonly Deleted?: boolean | string;
  /** A whole number. */
  readonly ID?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly EmployeeNumber?: Filter;
  /** The text, exactly as it is. */
  readonly FirstName?: Filter;
  /** The text, exactly as it is. */
  readonly LastName?: Filter;
  /** The text, exactly as it is. */
  readonly DisplayName?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Email?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Phone?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly JobTitle?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Department?: Filter;
  /** One of `Active`, `OnLeave`, `Terminated`. */
  readonly Status?: Filter;
  /** A date, `YYYY-MM-DD`. `null` finds those without one. */
  readonly HiredOn?: Filter;
  /** A date, `YYYY-MM-DD`. `null` finds those without one. */
  readonly TerminatedOn?: Filter;
  /** The ID of a record in Employees. `null` finds those without one. */
  readonly ManagerEmployeeID?: Filter;
  /** The ID of a record in Locations. `null` finds those without one. */
  readonly HomeLocationID?: Filter;
  /** The ID of a record in Users. `null` finds those without one. */
  readonly UserID?: Filter;
  /** A number. `null` finds those without one. */
  readonly HourlyRate?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ExternalID?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly CreatedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly UpdatedOn?: Filter;
  /** The text, exactly as it is. */
  readonly CreatedBy?: Filter;
  /** The text, exactly as it is. */
  readonly UpdatedBy?: Filter;
  /** With `Accept: text/csv` alone, in place of `fields`: the columns in this order, separated by commas. Each reference is followed by a column with what it leads to is called, headed as the property without `ID`, where the key may read that type. */
  readonly columns?: string;
}

export interface GetEmployeeQuery {
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** The record as it was in this version, as in the `ETag` of then; without it, as it is. */
  readonly version?: number;
}

export interface ListUsersQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A text that one of the fields people know a record by contains, without regard to case. */
  readonly search?: string;
  /** With `true` deleted records are shown together with the others. Under `extFilter`, `false ne` shows only the deleted ones. */
  readonly Deleted?: boolean | string;
  /** A whole number. */
  readonly ID?: Filter;
  /** The text, exactly as it is. */
  readonly Email?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly FirstName?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly LastName?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Phone?: Filter;
  /** One of `Admin`, `Manager`, `Technician`, `ReadOnly`. */
  readonly Role?: Filter;
  /** `true` or `false`. */
  readonly CompanySettings?: Filter;
  /** One of `Invited`, `Active`, `Disabled`. */
  readonly Status?: Filter;
  /** The text, exactly as it is. */
  readonly TimeZone?: Filter;
  /** The text, exactly as it is. */
  readonly Locale?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly LastLoginOn?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ExternalID?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly CreatedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly UpdatedOn?: Filter;
  /** The text, exactly as it is. */
  readonly CreatedBy?: Filter;
  /** The text, exactly as it is. */
  readonly UpdatedBy?: Filter;
  /** With `Accept: text/csv` alone, in place of `fields`: the columns in this order, separated by commas. Each reference is followed by a column with what it leads to is called, headed as the property without `ID`, where the key may read that type. */
  readonly columns?: string;
}

export interface GetUserQuery {
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** The record as it was in this version, as in the `ETag` of then; without it, as it is. */
  readonly version?: number;
}

export interface ListProductsQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A text that one of the fields people know a record by contains, without regard to case. */
  readonly search?: string;
  /** With `true` deleted records are shown together with the others. Under `extFilter`, `false ne` shows only the deleted ones. */
  readonly Deleted?: boolean | string;
  /** A whole number. */
  readonly ID?: Filter;
  /** The text, exactly as it is. */
  readonly SKU?: Filter;
  /** The text, exactly as it is. */
  readonly Name?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Description?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Category?: Filter;
  /** One of `Part`, `Consumable`, `Tool`, `Service`. */
  readonly Type?: Filter;
  /** The text, exactly as it is. */
  readonly Unit?: Filter;
  /** A number. `null` finds those without one. */
  readonly UnitCost?: Filter;
  /** A number. `null` finds those without one. */
  readonly UnitPrice?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Barcode?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Manufacturer?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ManufacturerPartNumber?: Filter;
  /** The ID of a record in Vendors. `null` finds those without one. */
  readonly PreferredVendorID?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly VendorPartNumber?: Filter;
  /** `true` or `false`. */
  readonly Stocked?: Filter;
  /** `true` or `false`. */
  readonly Active?: Filter;
  /** A number. */
  readonly QuantityOnHand?: Filter;
  /** A number. `null` finds those without one. */
  readonly MinimumQuantity?: Filter;
  /** A number. `null` finds those without one. */
  readonly MaximumQuantity?: Filter;
  /** The ID of a record in Locations. `null` finds those without one. */
  readonly LocationID?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Bin?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ExternalID?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly CreatedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly UpdatedOn?: Filter;
  /** The text, exactly as it is. */
  readonly CreatedBy?: Filter;
  /** The text, exactly as it is. */
  readonly UpdatedBy?: Filter;
  /** With `Accept: text/csv` alone, in place of `fields`: the columns in this order, separated by commas. Each reference is followed by a column with what it leads to is called, headed as the property without `ID`, where the key may read that type. */
  readonly columns?: string;
}

export interface GetProductQuery {
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** The record as it was in this version, as in the `ETag` of then; without it, as it is. */
  readonly version?: number;
}

export interface ListRoutesQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A text that one of the fields people know a record by contains, without regard to case. */
  readonly search?: string;
  /** With `true` deleted records are shown together with the others. Under `extFilter`, `false ne` shows only the deleted ones. */
  readonly Deleted?: boolean | string;
  /** A whole number. */
  readonly ID?: Filter;
  /** The text, exactly as it is. */
  readonly Name?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Description?: Filter;
  /** One of `Planned`, `InProgress`, `Completed`, `Cancelled`. */
  readonly Status?: Filter;
  /** The ID of a record in Employees. `null` finds those without one. */
  readonly AssignedEmployeeID?: Filter;
  /** The ID of a record in Assets. `null` finds those without one. */
  readonly VehicleAssetID?: Filter;
  /** The ID of a record in Jobs. `null` finds those without one. */
  readonly JobID?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly ScheduledStartOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly ScheduledEndOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly StartedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly CompletedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly CancelledOn?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ExternalID?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly CreatedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly UpdatedOn?: Filter;
  /** The text, exactly as it is. */
  readonly CreatedBy?: Filter;
  /** The text, exactly as it is. */
  readonly UpdatedBy?: Filter;
  /** With `Accept: text/csv` alone, in place of `fields`: the columns in this order, separated by commas. Each reference is followed by a column with what it leads to is called, headed as the property without `ID`, where the key may read that type. */
  readonly columns?: string;
}

export interface GetRouteQuery {
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** The record as it was in this version, as in the `ETag` of then; without it, as it is. */
  readonly version?: number;
}

export interface ListBoardsQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A text that one of the fields people know a record by contains, without regard to case. */
  readonly search?: string;
  /** With `true` deleted records are shown together with the others. Under `extFilter`, `false ne` shows only the deleted ones. */
  readonly Deleted?: boolean | string;
  /** A whole number. */
  readonly ID?: Filter;
  /** The text, exactly as it is. */
  readonly Name?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Description?: Filter;
  /** A whole number. */
  readonly Position?: Filter;
  /** `true` or `false`. */
  readonly Archived?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ExternalID?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly CreatedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly UpdatedOn?: Filter;
  /** The text, exactly as it is. */
  readonly CreatedBy?: Filter;
  /** The text, exactly as it is. */
  readonly UpdatedBy?: Filter;
  /** With `Accept: text/csv` alone, in place of `fields`: the columns in this order, separated by commas. Each reference is followed by a column with what it leads to is called, headed as the property without `ID`, where the key may read that type. */
  readonly columns?: string;
}

export interface GetBoardQuery {
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** The record as it was in this version, as in the `ETag` of then; without it, as it is. */
  readonly version?: number;
}

export interface ListFormTemplatesQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A text that one of the fields people know a record by contains, without regard to case. */
  readonly search?: string;
  /** With `true` deleted records are shown together with the others. Under `extFilter`, `false ne` shows only the deleted ones. */
  readonly Deleted?: boolean | string;
  /** A whole number. */
  readonly ID?: Filter;
  /** The text, exactly as it is. */
  readonly Name?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Description?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Category?: Filter;
  /** One of `Draft`, `Published`, `Archived`. */
  readonly Status?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ExternalID?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly CreatedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly UpdatedOn?: Filter;
  /** The text, exactly as it is. */
  readonly CreatedBy?: Filter;
  /** The text, exactly as it is. */
  readonly UpdatedBy?: Filter;
  /** With `Accept: text/csv` alone, in place of `fields`: the columns in this order, separated by commas. Each reference is followed by a column with what it leads to is called, headed as the property without `ID`, where the key may read that type. */
  readonly columns?: string;
}

export interface GetFormTemplateQuery {
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** The record as it was in this version, as in the `ETag` of then; without it, as it is. */
  readonly version?: number;
}

export interface ListAssetStatusesQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A text that one of the fields people know a record by contains, without regard to case. */
  readonly search?: string;
  /** With `true` deleted records are shown together with the others. Under `extFilter`, `false ne` shows only the deleted ones. */
  readonly Deleted?: boolean | string;
  /** A whole number. */
  readonly ID?: Filter;
  /** The text, exactly as it is. */
  readonly Name?: Filter;
  /** One of `Operational`, `Degraded`, `Down`, `Retired`. */
  readonly BaseStatus?: Filter;
  /** A whole number. */
  readonly Position?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Colour?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ExternalID?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly CreatedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly UpdatedOn?: Filter;
  /** The text, exactly as it is. */
  readonly CreatedBy?: Filter;
  /** The text, exactly as it is. */
  readonly UpdatedBy?: Filter;
  /** With `Accept: text/csv` alone, in place of `fields`: the columns in this order, separated by commas. Each reference is followed by a column with what it leads to is called, headed as the property without `ID`, where the key may read that type. */
  readonly columns?: string;
}

export interface GetAssetStatusQuery {
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** The record as it was in this version, as in the `ETag` of then; without it, as it is. */
  readonly version?: number;
}

export interface ListLocationsQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A text that one of the fields people know a record by contains, without regard to case. */
  readonly search?: string;
  /** With `true` deleted records are shown together with the others. Under `extFilter`, `false ne` shows only the deleted ones. */
  readonly Deleted?: boolean | string;
  /** A whole number. */
  readonly ID?: Filter;
  /** The text, exactly as it is. */
  readonly Name?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Code?: Filter;
  /** The ID of a record in Locations. `null` finds those without one. */
  readonly ParentLocationID?: Filter;
  /** One of `Site`, `Building`, `Floor`, `Unit`, `Yard`, `Bay`, `Vehicle`. */
  readonly Type?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Address1?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Address2?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly City?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Region?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly PostalCode?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Country?: Filter;
  /** A number. `null` finds those without one. */
  readonly Latitude?: Filter;
  /** A number. `null` finds those without one. */
  readonly Longitude?: Filter;
  /** The text, exactly as it is. */
  readonly TimeZone?: Filter;
  /** `true` or `false`. */
  readonly Active?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ExternalID?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly CreatedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly UpdatedOn?: Filter;
  /** The text, exactly as it is. */
  readonly CreatedBy?: Filter;
  /** The text, exactly as it is. */
  readonly UpdatedBy?: Filter;
  /** With `Accept: text/csv` alone, in place of `fields`: the columns in this order, separated by commas. Each reference is followed by a column with what it leads to is called, headed as the property without `ID`, where the key may read that type. */
  readonly columns?: string;
}

export interface GetLocationQuery {
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** The record as it was in this version, as in the `ETag` of then; without it, as it is. */
  readonly version?: number;
}

export interface ListVendorsQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A text that one of the fields people know a record by contains, without regard to case. */
  readonly search?: string;
  /** With `true` deleted records are shown together with the others. Under `extFilter`, `false ne` shows only the deleted ones. */
  readonly Deleted?: boolean | string;
  /** A whole number. */
  readonly ID?: Filter;
  /** The text, exactly as it is. */
  readonly Name?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly VendorNumber?: Filter;
  /** One of `Supplier`, `Contractor`, `Both`. */
  readonly Type?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ContactName?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Email?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Phone?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly Website?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly PaymentTerms?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly TaxNumber?: Filter;
  /** A number. `null` finds those without one. */
  readonly HourlyRate?: Filter;
  /** `true` or `false`. */
  readonly Active?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly ExternalID?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly CreatedOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly UpdatedOn?: Filter;
  /** The text, exactly as it is. */
  readonly CreatedBy?: Filter;
  /** The text, exactly as it is. */
  readonly UpdatedBy?: Filter;
  /** With `Accept: text/csv` alone, in place of `fields`: the columns in this order, separated by commas. Each reference is followed by a column with what it leads to is called, headed as the property without `ID`, where the key may read that type. */
  readonly columns?: string;
}

export interface GetVendorQuery {
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** The record as it was in this version, as in the `ETag` of then; without it, as it is. */
  readonly version?: number;
}

export interface ListChangesQuery {
  /** The cursor of the last change you have seen, or `now`. Without it the feed begins with the oldest that is kept. */
  readonly after?: string;
  /** How many changes at most. Fewer may come although more follow: what counts is `next`. */
  readonly take?: number;
  /** Only this record type; given several times, any of them. */
  readonly entityType?: 'WorkOrders' | 'Tasks' | 'Assets' | 'Forms' | 'PurchaseOrders' | 'Jobs' | 'Employees' | 'Users' | 'Products' | 'Routes' | 'Boards' | 'FormTemplates' | 'AssetStatuses' | 'Locations' | 'Vendors' | readonly ('WorkOrders' | 'Tasks' | 'Assets' | 'Forms' | 'PurchaseOrders' | 'Jobs' | 'Employees' | 'Users' | 'Products' | 'Routes' | 'Boards' | 'FormTemplates' | 'AssetStatuses' | 'Locations' | 'Vendors')[];
  /** Only changes with this event; given several times, any of them. Without it changes without events come too. */
  readonly action?: 'Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled' | readonly ('Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled')[];
  /** Seconds to wait for a change where there is none. */
  readonly wait?: number;
}

export interface ListWorkOrderHistoryQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly version?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly on?: Filter;
  /** The text, exactly as it is. */
  readonly by?: Filter;
  /** Only changes of this field; given several times, of any of them. The creation counts for all. */
  readonly field?: Filter;
}

export interface ListTaskHistoryQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly version?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly on?: Filter;
  /** The text, exactly as it is. */
  readonly by?: Filter;
  /** Only changes of this field; given several times, of any of them. The creation counts for all. */
  readonly field?: Filter;
}

export interface ListAssetHistoryQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly version?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly on?: Filter;
  /** The text, exactly as it is. */
  readonly by?: Filter;
  /** Only changes of this field; given several times, of any of them. The creation counts for all. */
  readonly field?: Filter;
}

export interface ListFormHistoryQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly version?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly on?: Filter;
  /** The text, exactly as it is. */
  readonly by?: Filter;
  /** Only changes of this field; given several times, of any of them. The creation counts for all. */
  readonly field?: Filter;
}

export interface ListPurchaseOrderHistoryQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly version?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly on?: Filter;
  /** The text, exactly as it is. */
  readonly by?: Filter;
  /** Only changes of this field; given several times, of any of them. The creation counts for all. */
  readonly field?: Filter;
}

export interface ListJobHistoryQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly version?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly on?: Filter;
  /** The text, exactly as it is. */
  readonly by?: Filter;
  /** Only changes of this field; given several times, of any of them. The creation counts for all. */
  readonly field?: Filter;
}

export interface ListEmployeeHistoryQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly version?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly on?: Filter;
  /** The text, exactly as it is. */
  readonly by?: Filter;
  /** Only changes of this field; given several times, of any of them. The creation counts for all. */
  readonly field?: Filter;
}

export interface ListUserHistoryQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly version?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly on?: Filter;
  /** The text, exactly as it is. */
  readonly by?: Filter;
  /** Only changes of this field; given several times, of any of them. The creation counts for all. */
  readonly field?: Filter;
}

export interface ListProductHistoryQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly version?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly on?: Filter;
  /** The text, exactly as it is. */
  readonly by?: Filter;
  /** Only changes of this field; given several times, of any of them. The creation counts for all. */
  readonly field?: Filter;
}

export interface ListRouteHistoryQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly version?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly on?: Filter;
  /** The text, exactly as it is. */
  readonly by?: Filter;
  /** Only changes of this field; given several times, of any of them. The creation counts for all. */
  readonly field?: Filter;
}

export interface ListBoardHistoryQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly version?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly on?: Filter;
  /** The text, exactly as it is. */
  readonly by?: Filter;
  /** Only changes of this field; given several times, of any of them. The creation counts for all. */
  readonly field?: Filter;
}

export interface ListFormTemplateHistoryQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly version?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly on?: Filter;
  /** The text, exactly as it is. */
  readonly by?: Filter;
  /** Only changes of this field; given several times, of any of them. The creation counts for all. */
  readonly field?: Filter;
}

export interface ListAssetStatusHistoryQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly version?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly on?: Filter;
  /** The text, exactly as it is. */
  readonly by?: Filter;
  /** Only changes of this field; given several times, of any of them. The creation counts for all. */
  readonly field?: Filter;
}

export interface ListLocationHistoryQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly version?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly on?: Filter;
  /** The text, exactly as it is. */
  readonly by?: Filter;
  /** Only changes of this field; given several times, of any of them. The creation counts for all. */
  readonly field?: Filter;
}

export interface ListVendorHistoryQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly version?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly on?: Filter;
  /** The text, exactly as it is. */
  readonly by?: Filter;
  /** Only changes of this field; given several times, of any of them. The creation counts for all. */
  readonly field?: Filter;
}

export interface ListProposalsQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly id?: Filter;
  /** A whole number. `null` finds those without one. */
  readonly plan?: Filter;
  /** A whole number. */
  readonly order?: Filter;
  /** One of `pending`, `approved`, `rejected`, `expired`, `failed`. */
  readonly state?: Filter;
  /** One of `WorkOrders`, `Tasks`, `Assets`, `Forms`, `PurchaseOrders`, `Jobs`, `Employees`, `Users`, `Products`, `Routes`, `Boards`, `FormTemplates`, `AssetStatuses`, `Locations`, `Vendors`. */
  readonly type?: Filter;
  /** A whole number. `null` finds those without one. */
  readonly recordID?: Filter;
  /** One of `create`, `patch`, `delete`. */
  readonly operation?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly createdOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly expiresOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly decidedOn?: Filter;
}

export interface ListWebhooksQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly id?: Filter;
  /** One of `WorkOrders`, `Tasks`, `Assets`, `Forms`, `PurchaseOrders`, `Jobs`, `Employees`, `Users`, `Products`, `Routes`, `Boards`, `FormTemplates`, `AssetStatuses`, `Locations`, `Vendors`. */
  readonly entityType?: Filter;
  /** One of `Created`, `Updated`, `Completed`, `Cancelled`, `Submitted`, `Sent`, `PartiallyFulfilled`. */
  readonly action?: Filter;
  /** The text, exactly as it is. */
  readonly targetUrl?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly name?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly filterEntityType?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly filterConditionEntityID?: Filter;
  /** `true` or `false`. */
  readonly includeOwn?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly patience?: Filter;
  /** `true` or `false`. */
  readonly active?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly deactivateReason?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly warning?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly createdOn?: Filter;
}

export interface ListWebhookDeliveriesQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly id?: Filter;
  /** The text, exactly as it is. */
  readonly webhookId?: Filter;
  /** One of `event`, `test`, `resend`. */
  readonly cause?: Filter;
  /** A whole number. */
  readonly recordID?: Filter;
  /** One of `waiting`, `succeeded`, `failed`, `suppressed`, `dropped`, `own`. */
  readonly state?: Filter;
  /** A whole number. `null` finds those without one. */
  readonly status?: Filter;
  /** One of `dns`, `refused_address`, `connect`, `tls`, `timeout`, `reset`, `damaged`, `status`. `null` finds those without one. */
  readonly error?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly createdOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly processedDate?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly settledOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly nextAttemptOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly waitingSince?: Filter;
  /** A whole number. `null` finds those without one. */
  readonly repeats?: Filter;
  /** A whole number. `null` finds those without one. */
  readonly resendOf?: Filter;
  /** A whole number. `null` finds those without one. */
  readonly recovery?: Filter;
}

export interface ListWebhookHealthQuery {
  /** How many hours, the one that runs included; 1 to 168. */
  readonly hours?: number;
}

export interface ListWebhookSamplesQuery {
  /** The record type. */
  readonly entityType: 'WorkOrders' | 'Tasks' | 'Assets' | 'Forms' | 'PurchaseOrders' | 'Jobs' | 'Employees' | 'Users' | 'Products';
  /** What happened to the record. */
  readonly action: 'Created' | 'Updated' | 'Completed' | 'Cancelled' | 'Submitted' | 'Sent' | 'PartiallyFulfilled';
}

export interface GetWebhookHealthQuery {
  /** How many hours, the one that runs included; 1 to 720. */
  readonly hours?: number;
}

export interface TestWebhookQuery {
  /** The event to send: `change` of one of the newest events of the subscription. */
  readonly change?: string;
}

export interface ResendWebhookDeliveriesQuery {
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** A whole number. */
  readonly id?: Filter;
  /** The text, exactly as it is. */
  readonly webhookId?: Filter;
  /** One of `event`, `test`, `resend`. */
  readonly cause?: Filter;
  /** A whole number. */
  readonly recordID?: Filter;
  /** One of `waiting`, `succeeded`, `failed`, `suppressed`, `dropped`, `own`. */
  readonly state?: Filter;
  /** A whole number. `null` finds those without one. */
  readonly status?: Filter;
  /** One of `dns`, `refused_address`, `connect`, `tls`, `timeout`, `reset`, `damaged`, `status`. `null` finds those without one. */
  readonly error?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly createdOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly processedDate?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly settledOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly nextAttemptOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly waitingSince?: Filter;
  /** A whole number. `null` finds those without one. */
  readonly repeats?: Filter;
  /** A whole number. `null` finds those without one. */
  readonly resendOf?: Filter;
  /** A whole number. `null` finds those without one. */
  readonly recovery?: Filter;
  /** With `true` they are only counted. */
  readonly dryRun?: boolean;
  /** How many are sent in a second at most. */
  readonly perSecond?: number;
}

export interface ListWebhookRecoveriesQuery {
  /** How many items to return, at most 1000. More is refused, never cut silently. */
  readonly take?: number;
  /** How many items to pass over: page *n* of size *s* is `skip` = *n* × *s*. Easier: follow `Link`. */
  readonly skip?: number;
  /** Properties to order by, separated by commas, each with an optional `Asc` or `Desc`. Without it items come by their id, in a log and in the list of proposals the newest first. The id is always the last key, so pages never repeat or lose an item. */
  readonly orderby?: string;
  /** With `true` a filter matches items whose value contains the text, without regard to case. Booleans and `null` stay exact. */
  readonly fuzzy?: boolean;
  /** With `true` a filter value may end in a space and one of `eq ne gt ge lt le`, as in `CreatedOn=2026-01-01 ge`. Overrides `fuzzy`. */
  readonly extFilter?: boolean;
  /** A property, a colon and a text that its value contains, without regard to case: `Name:boiler`. Given several times, all must hold. It may stand beside `extFilter`. */
  readonly contains?: Filter;
  /** The only properties to show, separated by commas. They come in the order of the record, the id always with them. */
  readonly fields?: string;
  /** With `true` the answer carries `X-Total-Count`, which costs a count of all matches. */
  readonly count?: boolean;
  /** A whole number. */
  readonly id?: Filter;
  /** One of `recover`, `resend`. */
  readonly kind?: Filter;
  /** One of `counting`, `running`, `paused`, `complete`, `cancelled`, `failed`. */
  readonly state?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly reason?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly since?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly until?: Filter;
  /** `true` or `false`. `null` finds those without one. */
  readonly newestOnly?: Filter;
  /** The text, exactly as it is. Under `extFilter`, `null` finds those without one. */
  readonly filter?: Filter;
  /** A whole number. */
  readonly perSecond?: Filter;
  /** A whole number. `null` finds those without one. */
  readonly total?: Filter;
  /** A whole number. */
  readonly done?: Filter;
  /** A whole number. */
  readonly delivered?: Filter;
  /** A whole number. */
  readonly failed?: Filter;
  /** A whole number. */
  readonly skipped?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. */
  readonly createdOn?: Filter;
  /** A timestamp with `Z` or an offset (write `+` as `%2B`), or a date for its first instant in UTC. `null` finds those without one. */
  readonly endedOn?: Filter;
}

export interface Operations {
  /** Who am I. */
  getMe: { headers?: { 'X-Request-Id'?: string }; answer: Me };
  /** Describe the record types. */
  getCatalogue: { headers?: { 'If-None-Match'?: string; 'X-Request-Id'?: string }; answer: readonly RecordTypeDescription[] | undefined };
  /** What records are called. */
  findNames: { headers?: { 'X-Request-Id'?: string }; body: NamesRequest; answer: Names };
  /** List work orders. */
  listWorkOrders: { query?: ListWorkOrdersQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly WorkOrder[] };
  /** Create a work order. */
  createWorkOrder: { headers?: { 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: CreateWorkOrder; answer: WorkOrder };
  /** Get a work order. */
  getWorkOrder: { path: { id: number }; query?: GetWorkOrderQuery; headers?: { 'If-None-Match'?: string; 'If-Match'?: string; 'X-Request-Id'?: string }; answer: WorkOrder | undefined };
  /** Change a work order. */
  updateWorkOrder: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: JsonPatch; answer: WorkOrder };
  /** Delete a work order. */
  deleteWorkOrder: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'X-Request-Id'?: string }; answer: undefined };
  /** Where a work order can move. */
  listWorkOrderMoves: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; answer: readonly Move[] };
  /** Try a write of a work order. */
  dryRunWorkOrder: { headers?: { 'X-Request-Id'?: string }; body: WorkOrderDryRun; answer: WorkOrderDryRunResult };
  /** List tasks. */
  listTasks: { query?: ListTasksQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Task[] };
  /** Create a task. */
  createTask: { headers?: { 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: CreateTask; answer: Task };
  /** Get a task. */
  getTask: { path: { id: number }; query?: GetTaskQuery; headers?: { 'If-None-Match'?: string; 'If-Match'?: string; 'X-Request-Id'?: string }; answer: Task | undefined };
  /** Change a task. */
  updateTask: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: JsonPatch; answer: Task };
  /** Delete a task. */
  deleteTask: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'X-Request-Id'?: string }; answer: undefined };
  /** Where a task can move. */
  listTaskMoves: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; answer: readonly Move[] };
  /** Try a write of a task. */
  dryRunTask: { headers?: { 'X-Request-Id'?: string }; body: TaskDryRun; answer: TaskDryRunResult };
  /** List assets. */
  listAssets: { query?: ListAssetsQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Asset[] };
  /** Create an asset. */
  createAsset: { headers?: { 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: CreateAsset; answer: Asset };
  /** Get an asset. */
  getAsset: { path: { id: number }; query?: GetAssetQuery; headers?: { 'If-None-Match'?: string; 'If-Match'?: string; 'X-Request-Id'?: string }; answer: Asset | undefined };
  /** Change an asset. */
  updateAsset: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: JsonPatch; answer: Asset };
  /** Delete an asset. */
  deleteAsset: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'X-Request-Id'?: string }; answer: undefined };
  /** Try a write of an asset. */
  dryRunAsset: { headers?: { 'X-Request-Id'?: string }; body: AssetDryRun; answer: AssetDryRunResult };
  /** List forms. */
  listForms: { query?: ListFormsQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Form[] };
  /** Create a form. */
  createForm: { headers?: { 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: CreateForm; answer: Form };
  /** Get a form. */
  getForm: { path: { id: number }; query?: GetFormQuery; headers?: { 'If-None-Match'?: string; 'If-Match'?: string; 'X-Request-Id'?: string }; answer: Form | undefined };
  /** Change a form. */
  updateForm: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: JsonPatch; answer: Form };
  /** Delete a form. */
  deleteForm: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'X-Request-Id'?: string }; answer: undefined };
  /** Where a form can move. */
  listFormMoves: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; answer: readonly Move[] };
  /** Try a write of a form. */
  dryRunForm: { headers?: { 'X-Request-Id'?: string }; body: FormDryRun; answer: FormDryRunResult };
  /** List purchase orders. */
  listPurchaseOrders: { query?: ListPurchaseOrdersQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly PurchaseOrder[] };
  /** Create a purchase order. */
  createPurchaseOrder: { headers?: { 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: CreatePurchaseOrder; answer: PurchaseOrder };
  /** Get a purchase order. */
  getPurchaseOrder: { path: { id: number }; query?: GetPurchaseOrderQuery; headers?: { 'If-None-Match'?: string; 'If-Match'?: string; 'X-Request-Id'?: string }; answer: PurchaseOrder | undefined };
  /** Change a purchase order. */
  updatePurchaseOrder: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: JsonPatch; answer: PurchaseOrder };
  /** Delete a purchase order. */
  deletePurchaseOrder: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'X-Request-Id'?: string }; answer: undefined };
  /** Where a purchase order can move. */
  listPurchaseOrderMoves: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; answer: readonly Move[] };
  /** Try a write of a purchase order. */
  dryRunPurchaseOrder: { headers?: { 'X-Request-Id'?: string }; body: PurchaseOrderDryRun; answer: PurchaseOrderDryRunResult };
  /** List jobs. */
  listJobs: { query?: ListJobsQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Job[] };
  /** Create a job. */
  createJob: { headers?: { 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: CreateJob; answer: Job };
  /** Get a job. */
  getJob: { path: { id: number }; query?: GetJobQuery; headers?: { 'If-None-Match'?: string; 'If-Match'?: string; 'X-Request-Id'?: string }; answer: Job | undefined };
  /** Change a job. */
  updateJob: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: JsonPatch; answer: Job };
  /** Delete a job. */
  deleteJob: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'X-Request-Id'?: string }; answer: undefined };
  /** Where a job can move. */
  listJobMoves: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; answer: readonly Move[] };
  /** Try a write of a job. */
  dryRunJob: { headers?: { 'X-Request-Id'?: string }; body: JobDryRun; answer: JobDryRunResult };
  /** List employees. */
  listEmployees: { query?: ListEmployeesQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Employee[] };
  /** Create an employee. */
  createEmployee: { headers?: { 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: CreateEmployee; answer: Employee };
  /** Get an employee. */
  getEmployee: { path: { id: number }; query?: GetEmployeeQuery; headers?: { 'If-None-Match'?: string; 'If-Match'?: string; 'X-Request-Id'?: string }; answer: Employee | undefined };
  /** Change an employee. */
  updateEmployee: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: JsonPatch; answer: Employee };
  /** Delete an employee. */
  deleteEmployee: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'X-Request-Id'?: string }; answer: undefined };
  /** Where an employee can move. */
  listEmployeeMoves: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; answer: readonly Move[] };
  /** Try a write of an employee. */
  dryRunEmployee: { headers?: { 'X-Request-Id'?: string }; body: EmployeeDryRun; answer: EmployeeDryRunResult };
  /** List users. */
  listUsers: { query?: ListUsersQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly User[] };
  /** Create a user. */
  createUser: { headers?: { 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: CreateUser; answer: User };
  /** Get a user. */
  getUser: { path: { id: number }; query?: GetUserQuery; headers?: { 'If-None-Match'?: string; 'If-Match'?: string; 'X-Request-Id'?: string }; answer: User | undefined };
  /** Change a user. */
  updateUser: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: JsonPatch; answer: User };
  /** Delete a user. */
  deleteUser: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'X-Request-Id'?: string }; answer: undefined };
  /** Where a user can move. */
  listUserMoves: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; answer: readonly Move[] };
  /** Try a write of a user. */
  dryRunUser: { headers?: { 'X-Request-Id'?: string }; body: UserDryRun; answer: UserDryRunResult };
  /** List products. */
  listProducts: { query?: ListProductsQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Product[] };
  /** Create a product. */
  createProduct: { headers?: { 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: CreateProduct; answer: Product };
  /** Get a product. */
  getProduct: { path: { id: number }; query?: GetProductQuery; headers?: { 'If-None-Match'?: string; 'If-Match'?: string; 'X-Request-Id'?: string }; answer: Product | undefined };
  /** Change a product. */
  updateProduct: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: JsonPatch; answer: Product };
  /** Delete a product. */
  deleteProduct: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'X-Request-Id'?: string }; answer: undefined };
  /** Try a write of a product. */
  dryRunProduct: { headers?: { 'X-Request-Id'?: string }; body: ProductDryRun; answer: ProductDryRunResult };
  /** List routes. */
  listRoutes: { query?: ListRoutesQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Route[] };
  /** Create a route. */
  createRoute: { headers?: { 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: CreateRoute; answer: Route };
  /** Get a route. */
  getRoute: { path: { id: number }; query?: GetRouteQuery; headers?: { 'If-None-Match'?: string; 'If-Match'?: string; 'X-Request-Id'?: string }; answer: Route | undefined };
  /** Change a route. */
  updateRoute: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: JsonPatch; answer: Route };
  /** Delete a route. */
  deleteRoute: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'X-Request-Id'?: string }; answer: undefined };
  /** Where a route can move. */
  listRouteMoves: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; answer: readonly Move[] };
  /** Try a write of a route. */
  dryRunRoute: { headers?: { 'X-Request-Id'?: string }; body: RouteDryRun; answer: RouteDryRunResult };
  /** List boards. */
  listBoards: { query?: ListBoardsQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Board[] };
  /** Create a board. */
  createBoard: { headers?: { 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: CreateBoard; answer: Board };
  /** Get a board. */
  getBoard: { path: { id: number }; query?: GetBoardQuery; headers?: { 'If-None-Match'?: string; 'If-Match'?: string; 'X-Request-Id'?: string }; answer: Board | undefined };
  /** Change a board. */
  updateBoard: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: JsonPatch; answer: Board };
  /** Delete a board. */
  deleteBoard: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'X-Request-Id'?: string }; answer: undefined };
  /** Try a write of a board. */
  dryRunBoard: { headers?: { 'X-Request-Id'?: string }; body: BoardDryRun; answer: BoardDryRunResult };
  /** List form templates. */
  listFormTemplates: { query?: ListFormTemplatesQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly FormTemplate[] };
  /** Create a form template. */
  createFormTemplate: { headers?: { 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: CreateFormTemplate; answer: FormTemplate };
  /** Get a form template. */
  getFormTemplate: { path: { id: number }; query?: GetFormTemplateQuery; headers?: { 'If-None-Match'?: string; 'If-Match'?: string; 'X-Request-Id'?: string }; answer: FormTemplate | undefined };
  /** Change a form template. */
  updateFormTemplate: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: JsonPatch; answer: FormTemplate };
  /** Delete a form template. */
  deleteFormTemplate: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'X-Request-Id'?: string }; answer: undefined };
  /** Where a form template can move. */
  listFormTemplateMoves: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; answer: readonly Move[] };
  /** Try a write of a form template. */
  dryRunFormTemplate: { headers?: { 'X-Request-Id'?: string }; body: FormTemplateDryRun; answer: FormTemplateDryRunResult };
  /** List asset statuses. */
  listAssetStatuses: { query?: ListAssetStatusesQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly AssetStatus[] };
  /** Create an asset status. */
  createAssetStatus: { headers?: { 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: CreateAssetStatus; answer: AssetStatus };
  /** Get an asset status. */
  getAssetStatus: { path: { id: number }; query?: GetAssetStatusQuery; headers?: { 'If-None-Match'?: string; 'If-Match'?: string; 'X-Request-Id'?: string }; answer: AssetStatus | undefined };
  /** Change an asset status. */
  updateAssetStatus: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: JsonPatch; answer: AssetStatus };
  /** Delete an asset status. */
  deleteAssetStatus: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'X-Request-Id'?: string }; answer: undefined };
  /** Try a write of an asset status. */
  dryRunAssetStatus: { headers?: { 'X-Request-Id'?: string }; body: AssetStatusDryRun; answer: AssetStatusDryRunResult };
  /** List locations. */
  listLocations: { query?: ListLocationsQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Location[] };
  /** Create a location. */
  createLocation: { headers?: { 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: CreateLocation; answer: Location };
  /** Get a location. */
  getLocation: { path: { id: number }; query?: GetLocationQuery; headers?: { 'If-None-Match'?: string; 'If-Match'?: string; 'X-Request-Id'?: string }; answer: Location | undefined };
  /** Change a location. */
  updateLocation: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: JsonPatch; answer: Location };
  /** Delete a location. */
  deleteLocation: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'X-Request-Id'?: string }; answer: undefined };
  /** Try a write of a location. */
  dryRunLocation: { headers?: { 'X-Request-Id'?: string }; body: LocationDryRun; answer: LocationDryRunResult };
  /** List vendors. */
  listVendors: { query?: ListVendorsQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Vendor[] };
  /** Create a vendor. */
  createVendor: { headers?: { 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: CreateVendor; answer: Vendor };
  /** Get a vendor. */
  getVendor: { path: { id: number }; query?: GetVendorQuery; headers?: { 'If-None-Match'?: string; 'If-Match'?: string; 'X-Request-Id'?: string }; answer: Vendor | undefined };
  /** Change a vendor. */
  updateVendor: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: JsonPatch; answer: Vendor };
  /** Delete a vendor. */
  deleteVendor: { path: { id: number }; headers?: { 'If-Match'?: string; 'If-None-Match'?: string; 'X-Request-Id'?: string }; answer: undefined };
  /** Try a write of a vendor. */
  dryRunVendor: { headers?: { 'X-Request-Id'?: string }; body: VendorDryRun; answer: VendorDryRunResult };
  /** Follow all changes. */
  listChanges: { query?: ListChangesQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly ChangeWithData[] };
  /** The history of one work order. */
  listWorkOrderHistory: { path: { id: number }; query?: ListWorkOrderHistoryQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Change[] };
  /** The history of one task. */
  listTaskHistory: { path: { id: number }; query?: ListTaskHistoryQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Change[] };
  /** The history of one asset. */
  listAssetHistory: { path: { id: number }; query?: ListAssetHistoryQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Change[] };
  /** The history of one form. */
  listFormHistory: { path: { id: number }; query?: ListFormHistoryQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Change[] };
  /** The history of one purchase order. */
  listPurchaseOrderHistory: { path: { id: number }; query?: ListPurchaseOrderHistoryQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Change[] };
  /** The history of one job. */
  listJobHistory: { path: { id: number }; query?: ListJobHistoryQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Change[] };
  /** The history of one employee. */
  listEmployeeHistory: { path: { id: number }; query?: ListEmployeeHistoryQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Change[] };
  /** The history of one user. */
  listUserHistory: { path: { id: number }; query?: ListUserHistoryQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Change[] };
  /** The history of one product. */
  listProductHistory: { path: { id: number }; query?: ListProductHistoryQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Change[] };
  /** The history of one route. */
  listRouteHistory: { path: { id: number }; query?: ListRouteHistoryQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Change[] };
  /** The history of one board. */
  listBoardHistory: { path: { id: number }; query?: ListBoardHistoryQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Change[] };
  /** The history of one form template. */
  listFormTemplateHistory: { path: { id: number }; query?: ListFormTemplateHistoryQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Change[] };
  /** The history of one asset status. */
  listAssetStatusHistory: { path: { id: number }; query?: ListAssetStatusHistoryQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Change[] };
  /** The history of one location. */
  listLocationHistory: { path: { id: number }; query?: ListLocationHistoryQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Change[] };
  /** The history of one vendor. */
  listVendorHistory: { path: { id: number }; query?: ListVendorHistoryQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Change[] };
  /** List proposals. */
  listProposals: { query?: ListProposalsQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Proposal[] };
  /** Propose a write. */
  createProposal: { headers?: { 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: ProposalRequest; answer: unknown };
  /** Get a proposal. */
  getProposal: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; answer: Proposal };
  /** Withdraw a proposal. */
  withdrawProposal: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; answer: undefined };
  /** List subscriptions. */
  listWebhooks: { query?: ListWebhooksQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Subscription[] };
  /** Subscribe to events. */
  createWebhook: { headers?: { 'Idempotency-Key'?: string; 'X-Request-Id'?: string }; body: CreateSubscription; answer: CreatedSubscription };
  /** List the events there are. */
  listWebhookEvents: { headers?: { 'X-Request-Id'?: string }; answer: readonly SubscribableEvents[] };
  /** Get a subscription. */
  getWebhook: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; answer: Subscription };
  /** Change a subscription. */
  updateWebhook: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; body: JsonPatch; answer: Subscription };
  /** Unsubscribe. */
  deleteWebhook: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; answer: undefined };
  /** Switch a subscription on again. */
  reactivateWebhook: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; answer: Subscription };
  /** Get a new signing secret. */
  rotateWebhookSecret: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; body?: SecretRotation; answer: RotatedSecret };
  /** List the deliveries of a subscription. */
  listWebhookDeliveries: { path: { id: number }; query?: ListWebhookDeliveriesQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Delivery[] };
  /** Get a delivery. */
  getWebhookDelivery: { path: { id: number; deliveryId: number }; headers?: { 'X-Request-Id'?: string }; answer: Delivery };
  /** Send a delivery again. */
  resendWebhookDelivery: { path: { id: number; deliveryId: number }; headers?: { 'X-Request-Id'?: string }; answer: Delivery };
  /** How all subscriptions do. */
  listWebhookHealth: { query?: ListWebhookHealthQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly WebhookHealth[] };
  /** What went wrong with subscriptions. */
  listWebhookNotices: { headers?: { 'X-Request-Id'?: string }; answer: readonly SubscriptionNotice[] };
  /** Samples of what is delivered. */
  listWebhookSamples: { query: ListWebhookSamplesQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly DeliveryBody[] };
  /** Try a subscription on the past. */
  rehearseWebhook: { headers?: { 'X-Request-Id'?: string }; body: RehearsedSubscription; answer: Rehearsal };
  /** How a subscription does. */
  getWebhookHealth: { path: { id: number }; query?: GetWebhookHealthQuery; headers?: { 'X-Request-Id'?: string }; answer: Health };
  /** Why did I not get it?. */
  explainWebhook: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; body: ExplanationRequest; answer: readonly Explanation[] };
  /** The request of a delivery. */
  getWebhookDeliveryRequest: { path: { id: number; deliveryId: number }; headers?: { 'X-Request-Id'?: string }; answer: SentRequest };
  /** The newest events of a subscription. */
  listWebhookRecentEvents: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; answer: readonly RecentEvent[] };
  /** Send a test delivery. */
  testWebhook: { path: { id: number }; query?: TestWebhookQuery; headers?: { 'X-Request-Id'?: string }; answer: Delivery };
  /** Recover what did not arrive. */
  recoverWebhook: { path: { id: number }; headers?: { 'X-Request-Id'?: string }; body: RecoveryRequest; answer: RecoveryCount | Recovery };
  /** Send matching deliveries again. */
  resendWebhookDeliveries: { path: { id: number }; query?: ResendWebhookDeliveriesQuery; headers?: { 'X-Request-Id'?: string }; answer: ResendCount | Recovery };
  /** List the recoveries of a subscription. */
  listWebhookRecoveries: { path: { id: number }; query?: ListWebhookRecoveriesQuery; headers?: { 'X-Request-Id'?: string }; answer: readonly Recovery[] };
  /** Get a recovery. */
  getWebhookRecovery: { path: { id: number; recoveryId: number }; headers?: { 'X-Request-Id'?: string }; answer: Recovery };
  /** Pause a recovery. */
  pauseWebhookRecovery: { path: { id: number; recoveryId: number }; headers?: { 'X-Request-Id'?: string }; answer: Recovery };
  /** Resume a recovery. */
  resumeWebhookRecovery: { path: { id: number; recoveryId: number }; headers?: { 'X-Request-Id'?: string }; answer: Recovery };
  /** Cancel a recovery. */
  cancelWebhookRecovery: { path: { id: number; recoveryId: number }; headers?: { 'X-Request-Id'?: string }; answer: Recovery };
}

/** Where each operation is found. */
export const operations: { readonly [Name in keyof Operations]: readonly [method: string, path: string] } = {
  getMe: ['GET', '/api/Me'],
  getCatalogue: ['GET', '/api/Catalogue'],
  findNames: ['POST', '/api/Names'],
  listWorkOrders: ['GET', '/api/WorkOrders'],
  createWorkOrder: ['POST', '/api/WorkOrders'],
  getWorkOrder: ['GET', '/api/WorkOrders/{id}'],
  updateWorkOrder: ['PATCH', '/api/WorkOrders/{id}'],
  deleteWorkOrder: ['DELETE', '/api/WorkOrders/{id}'],
  listWorkOrderMoves: ['GET', '/api/WorkOrders/{id}/Moves'],
  dryRunWorkOrder: ['POST', '/api/WorkOrders/DryRun'],
  listTasks: ['GET', '/api/Tasks'],
  createTask: ['POST', '/api/Tasks'],
  getTask: ['GET', '/api/Tasks/{id}'],
  updateTask: ['PATCH', '/api/Tasks/{id}'],
  deleteTask: ['DELETE', '/api/Tasks/{id}'],
  listTaskMoves: ['GET', '/api/Tasks/{id}/Moves'],
  dryRunTask: ['POST', '/api/Tasks/DryRun'],
  listAssets: ['GET', '/api/Assets'],
  createAsset: ['POST', '/api/Assets'],
  getAsset: ['GET', '/api/Assets/{id}'],
  updateAsset: ['PATCH', '/api/Assets/{id}'],
  deleteAsset: ['DELETE', '/api/Assets/{id}'],
  dryRunAsset: ['POST', '/api/Assets/DryRun'],
  listForms: ['GET', '/api/Forms'],
  createForm: ['POST', '/api/Forms'],
  getForm: ['GET', '/api/Forms/{id}'],
  updateForm: ['PATCH', '/api/Forms/{id}'],
  deleteForm: ['DELETE', '/api/Forms/{id}'],
  listFormMoves: ['GET', '/api/Forms/{id}/Moves'],
  dryRunForm: ['POST', '/api/Forms/DryRun'],
  listPurchaseOrders: ['GET', '/api/PurchaseOrders'],
  createPurchaseOrder: ['POST', '/api/PurchaseOrders'],
  getPurchaseOrder: ['GET', '/api/PurchaseOrders/{id}'],
  updatePurchaseOrder: ['PATCH', '/api/PurchaseOrders/{id}'],
  deletePurchaseOrder: ['DELETE', '/api/PurchaseOrders/{id}'],
  listPurchaseOrderMoves: ['GET', '/api/PurchaseOrders/{id}/Moves'],
  dryRunPurchaseOrder: ['POST', '/api/PurchaseOrders/DryRun'],
  listJobs: ['GET', '/api/Jobs'],
  createJob: ['POST', '/api/Jobs'],
  getJob: ['GET', '/api/Jobs/{id}'],
  updateJob: ['PATCH', '/api/Jobs/{id}'],
  deleteJob: ['DELETE', '/api/Jobs/{id}'],
  listJobMoves: ['GET', '/api/Jobs/{id}/Moves'],
  dryRunJob: ['POST', '/api/Jobs/DryRun'],
  listEmployees: ['GET', '/api/Employees'],
  createEmployee: ['POST', '/api/Employees'],
  getEmployee: ['GET', '/api/Employees/{id}'],
  updateEmployee: ['PATCH', '/api/Employees/{id}'],
  deleteEmployee: ['DELETE', '/api/Employees/{id}'],
  listEmployeeMoves: ['GET', '/api/Employees/{id}/Moves'],
  dryRunEmployee: ['POST', '/api/Employees/DryRun'],
  listUsers: ['GET', '/api/Users'],
  createUser: ['POST', '/api/Users'],
  getUser: ['GET', '/api/Users/{id}'],
  updateUser: ['PATCH', '/api/Users/{id}'],
  deleteUser: ['DELETE', '/api/Users/{id}'],
  listUserMoves: ['GET', '/api/Users/{id}/Moves'],
  dryRunUser: ['POST', '/api/Users/DryRun'],
  listProducts: ['GET', '/api/Products'],
  createProduct: ['POST', '/api/Products'],
  getProduct: ['GET', '/api/Products/{id}'],
  updateProduct: ['PATCH', '/api/Products/{id}'],
  deleteProduct: ['DELETE', '/api/Products/{id}'],
  dryRunProduct: ['POST', '/api/Products/DryRun'],
  listRoutes: ['GET', '/api/Routes'],
  createRoute: ['POST', '/api/Routes'],
  getRoute: ['GET', '/api/Routes/{id}'],
  updateRoute: ['PATCH', '/api/Routes/{id}'],
  deleteRoute: ['DELETE', '/api/Routes/{id}'],
  listRouteMoves: ['GET', '/api/Routes/{id}/Moves'],
  dryRunRoute: ['POST', '/api/Routes/DryRun'],
  listBoards: ['GET', '/api/Boards'],
  createBoard: ['POST', '/api/Boards'],
  getBoard: ['GET', '/api/Boards/{id}'],
  updateBoard: ['PATCH', '/api/Boards/{id}'],
  deleteBoard: ['DELETE', '/api/Boards/{id}'],
  dryRunBoard: ['POST', '/api/Boards/DryRun'],
  listFormTemplates: ['GET', '/api/FormTemplates'],
  createFormTemplate: ['POST', '/api/FormTemplates'],
  getFormTemplate: ['GET', '/api/FormTemplates/{id}'],
  updateFormTemplate: ['PATCH', '/api/FormTemplates/{id}'],
  deleteFormTemplate: ['DELETE', '/api/FormTemplates/{id}'],
  listFormTemplateMoves: ['GET', '/api/FormTemplates/{id}/Moves'],
  dryRunFormTemplate: ['POST', '/api/FormTemplates/DryRun'],
  listAssetStatuses: ['GET', '/api/AssetStatuses'],
  createAssetStatus: ['POST', '/api/AssetStatuses'],
  getAssetStatus: ['GET', '/api/AssetStatuses/{id}'],
  updateAssetStatus: ['PATCH', '/api/AssetStatuses/{id}'],
  deleteAssetStatus: ['DELETE', '/api/AssetStatuses/{id}'],
  dryRunAssetStatus: ['POST', '/api/AssetStatuses/DryRun'],
  listLocations: ['GET', '/api/Locations'],
  createLocation: ['POST', '/api/Locations'],
  getLocation: ['GET', '/api/Locations/{id}'],
  updateLocation: ['PATCH', '/api/Locations/{id}'],
  deleteLocation: ['DELETE', '/api/Locations/{id}'],
  dryRunLocation: ['POST', '/api/Locations/DryRun'],
  listVendors: ['GET', '/api/Vendors'],
  createVendor: ['POST', '/api/Vendors'],
  getVendor: ['GET', '/api/Vendors/{id}'],
  updateVendor: ['PATCH', '/api/Vendors/{id}'],
  deleteVendor: ['DELETE', '/api/Vendors/{id}'],
  dryRunVendor: ['POST', '/api/Vendors/DryRun'],
  listChanges: ['GET', '/api/Changes'],
  listWorkOrderHistory: ['GET', '/api/WorkOrders/{id}/History'],
  listTaskHistory: ['GET', '/api/Tasks/{id}/History'],
  listAssetHistory: ['GET', '/api/Assets/{id}/History'],
  listFormHistory: ['GET', '/api/Forms/{id}/History'],
  listPurchaseOrderHistory: ['GET', '/api/PurchaseOrders/{id}/History'],
  listJobHistory: ['GET', '/api/Jobs/{id}/History'],
  listEmployeeHistory: ['GET', '/api/Employees/{id}/History'],
  listUserHistory: ['GET', '/api/Users/{id}/History'],
  listProductHistory: ['GET', '/api/Products/{id}/History'],
  listRouteHistory: ['GET', '/api/Routes/{id}/History'],
  listBoardHistory: ['GET', '/api/Boards/{id}/History'],
  listFormTemplateHistory: ['GET', '/api/FormTemplates/{id}/History'],
  listAssetStatusHistory: ['GET', '/api/AssetStatuses/{id}/History'],
  listLocationHistory: ['GET', '/api/Locations/{id}/History'],
  listVendorHistory: ['GET', '/api/Vendors/{id}/History'],
  listProposals: ['GET', '/api/Proposals'],
  createProposal: ['POST', '/api/Proposals'],
  getProposal: ['GET', '/api/Proposals/{id}'],
  withdrawProposal: ['DELETE', '/api/Proposals/{id}'],
  listWebhooks: ['GET', '/api/Webhooks'],
  createWebhook: ['POST', '/api/Webhooks'],
  listWebhookEvents: ['GET', '/api/Webhooks/Events'],
  getWebhook: ['GET', '/api/Webhooks/{id}'],
  updateWebhook: ['PATCH', '/api/Webhooks/{id}'],
  deleteWebhook: ['DELETE', '/api/Webhooks/{id}'],
  reactivateWebhook: ['POST', '/api/Webhooks/{id}/Reactivate'],
  rotateWebhookSecret: ['POST', '/api/Webhooks/{id}/RotateSecret'],
  listWebhookDeliveries: ['GET', '/api/Webhooks/{id}/Deliveries'],
  getWebhookDelivery: ['GET', '/api/Webhooks/{id}/Deliveries/{deliveryId}'],
  resendWebhookDelivery: ['POST', '/api/Webhooks/{id}/Deliveries/{deliveryId}/Resend'],
  listWebhookHealth: ['GET', '/api/Webhooks/Health'],
  listWebhookNotices: ['GET', '/api/Webhooks/Notices'],
  listWebhookSamples: ['GET', '/api/Webhooks/Sample'],
  rehearseWebhook: ['POST', '/api/Webhooks/Rehearse'],
  getWebhookHealth: ['GET', '/api/Webhooks/{id}/Health'],
  explainWebhook: ['POST', '/api/Webhooks/{id}/Why'],
  getWebhookDeliveryRequest: ['GET', '/api/Webhooks/{id}/Deliveries/{deliveryId}/Request'],
  listWebhookRecentEvents: ['GET', '/api/Webhooks/{id}/Events'],
  testWebhook: ['POST', '/api/Webhooks/{id}/Test'],
  recoverWebhook: ['POST', '/api/Webhooks/{id}/Recover'],
  resendWebhookDeliveries: ['POST', '/api/Webhooks/{id}/Deliveries/Resend'],
  listWebhookRecoveries: ['GET', '/api/Webhooks/{id}/Recoveries'],
  getWebhookRecovery: ['GET', '/api/Webhooks/{id}/Recoveries/{recoveryId}'],
  pauseWebhookRecovery: ['POST', '/api/Webhooks/{id}/Recoveries/{recoveryId}/Pause'],
  resumeWebhookRecovery: ['POST', '/api/Webhooks/{id}/Recoveries/{recoveryId}/Resume'],
  cancelWebhookRecovery: ['POST', '/api/Webhooks/{id}/Recoveries/{recoveryId}/Cancel'],
};

/** The filters of each list of records that are texts. */
export const texts: { readonly [Name in keyof Operations]?: readonly string[] } = {
  listWorkOrders: ['Number', 'Name', 'Description', 'HoldReason', 'Category', 'RequesterName', 'RequesterEmail', 'CancelReason', 'CompletionNotes', 'ExternalID', 'CreatedBy', 'UpdatedBy'],
  listTasks: ['Name', 'Description', 'Result', 'Notes', 'CancelReason', 'ExternalID', 'CreatedBy', 'UpdatedBy'],
  listAssets: ['Name', 'Description', 'AssetNumber', 'SerialNumber', 'Barcode', 'Manufacturer', 'Model', 'Category', 'MeterUnit', 'ExternalID', 'CreatedBy', 'UpdatedBy'],
  listForms: ['Number', 'Name', 'ExternalID', 'CreatedBy', 'UpdatedBy'],
  listPurchaseOrders: ['Number', 'Name', 'Currency', 'CancelReason', 'VendorReference', 'NotesToVendor', 'InternalNotes', 'ExternalID', 'CreatedBy', 'UpdatedBy'],
  listJobs: ['Number', 'Name', 'Description', 'Type', 'CustomerName', 'ContactName', 'ContactPhone', 'ContactEmail', 'CustomerReference', 'CancelReason', 'Notes', 'ExternalID', 'CreatedBy', 'UpdatedBy'],
  listEmployees: ['EmployeeNumber', 'FirstName', 'LastName', 'DisplayName', 'Email', 'Phone', 'JobTitle', 'Department', 'ExternalID', 'CreatedBy', 'UpdatedBy'],
  listUsers: ['Email', 'FirstName', 'LastName', 'Phone', 'TimeZone', 'Locale', 'ExternalID', 'CreatedBy', 'UpdatedBy'],
  listProducts: ['SKU', 'Name', 'Description', 'Category', 'Unit', 'Barcode', 'Manufacturer', 'ManufacturerPartNumber', 'VendorPartNumber', 'Bin', 'ExternalID', 'CreatedBy', 'UpdatedBy'],
  listRoutes: ['Name', 'Description', 'ExternalID', 'CreatedBy', 'UpdatedBy'],
  listBoards: ['Name', 'Description', 'ExternalID', 'CreatedBy', 'UpdatedBy'],
  listFormTemplates: ['Name', 'Description', 'Category', 'ExternalID', 'CreatedBy', 'UpdatedBy'],
  listAssetStatuses: ['Name', 'Colour', 'ExternalID', 'CreatedBy', 'UpdatedBy'],
  listLocations: ['Name', 'Code', 'Address1', 'Address2', 'City', 'Region', 'PostalCode', 'Country', 'TimeZone', 'ExternalID', 'CreatedBy', 'UpdatedBy'],
  listVendors: ['Name', 'VendorNumber', 'ContactName', 'Email', 'Phone', 'Website', 'PaymentTerms', 'TaxNumber', 'ExternalID', 'CreatedBy', 'UpdatedBy'],
};

/** The record type behind each collection, and what creates one. */
export interface Collections {
  WorkOrders: { record: WorkOrder; create: CreateWorkOrder; query: ListWorkOrdersQuery };
  Tasks: { record: Task; create: CreateTask; query: ListTasksQuery };
  Assets: { record: Asset; create: CreateAsset; query: ListAssetsQuery };
  Forms: { record: Form; create: CreateForm; query: ListFormsQuery };
  PurchaseOrders: { record: PurchaseOrder; create: CreatePurchaseOrder; query: ListPurchaseOrdersQuery };
  Jobs: { record: Job; create: CreateJob; query: ListJobsQuery };
  Employees: { record: Employee; create: CreateEmployee; query: ListEmployeesQuery };
  Users: { record: User; create: CreateUser; query: ListUsersQuery };
  Products: { record: Product; create: CreateProduct; query: ListProductsQuery };
  Routes: { record: Route; create: CreateRoute; query: ListRoutesQuery };
  Boards: { record: Board; create: CreateBoard; query: ListBoardsQuery };
  FormTemplates: { record: FormTemplate; create: CreateFormTemplate; query: ListFormTemplatesQuery };
  AssetStatuses: { record: AssetStatus; create: CreateAssetStatus; query: ListAssetStatusesQuery };
  Locations: { record: Location; create: CreateLocation; query: ListLocationsQuery };
  Vendors: { record: Vendor; create: CreateVendor; query: ListVendorsQuery };
}

/** What one record of each collection is called in the names of operations. */
export const collections = {
  WorkOrders: 'WorkOrder',
  Tasks: 'Task',
  Assets: 'Asset',
  Forms: 'Form',
  PurchaseOrders: 'PurchaseOrder',
  Jobs: 'Job',
  Employees: 'Employee',
  Users: 'User',
  Products: 'Product',
  Routes: 'Route',
  Boards: 'Board',
  FormTemplates: 'FormTemplate',
  AssetStatuses: 'AssetStatus',
  Locations: 'Location',
  Vendors: 'Vendor',
} as const;

