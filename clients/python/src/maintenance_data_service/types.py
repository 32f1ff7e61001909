"""Generated from openapi.json by `npm run generate`. Changes made here are lost."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, Optional, TypedDict, Union

class WorkOrder(TypedDict):
    ID: int
    Number: str
    Name: str
    Description: Optional[str]
    Status: Literal["Open", "InProgress", "OnHold", "Completed", "Cancelled"]
    HoldReason: Optional[str]
    Priority: Literal["None", "Low", "Medium", "High", "Urgent"]
    Type: Literal["Reactive", "Preventive", "Inspection", "Project", "Other"]
    Category: Optional[str]
    BoardID: Optional[int]
    AssetID: Optional[int]
    LocationID: Optional[int]
    JobID: Optional[int]
    ParentWorkOrderID: Optional[int]
    VendorID: Optional[int]
    AssignedEmployeeID: Optional[int]
    RequesterName: Optional[str]
    RequesterEmail: Optional[str]
    DueOn: Optional[str]
    ScheduledStartOn: Optional[str]
    ScheduledEndOn: Optional[str]
    StartedOn: Optional[str]
    CompletedOn: Optional[str]
    CancelledOn: Optional[str]
    CancelReason: Optional[str]
    CompletionNotes: Optional[str]
    EstimatedMinutes: Optional[int]
    LabourMinutes: int
    LabourCost: float
    PartsCost: float
    OtherCost: float
    TotalCost: float
    ExternalID: Optional[str]
    CustomFields: dict[str, Any]
    CreatedOn: str
    UpdatedOn: str
    CreatedBy: str
    UpdatedBy: str
    Deleted: bool

class CreateWorkOrder(TypedDict):
    Name: str
    Description: NotRequired[Optional[str]]
    Status: NotRequired[Literal["Open", "InProgress", "OnHold", "Completed", "Cancelled"]]
    HoldReason: NotRequired[Optional[str]]
    Priority: NotRequired[Literal["None", "Low", "Medium", "High", "Urgent"]]
    Type: NotRequired[Literal["Reactive", "Preventive", "Inspection", "Project", "Other"]]
    Category: NotRequired[Optional[str]]
    BoardID: NotRequired[Optional[int]]
    AssetID: NotRequired[Optional[int]]
    LocationID: NotRequired[Optional[int]]
    JobID: NotRequired[Optional[int]]
    ParentWorkOrderID: NotRequired[Optional[int]]
    VendorID: NotRequired[Optional[int]]
    AssignedEmployeeID: NotRequired[Optional[int]]
    RequesterName: NotRequired[Optional[str]]
    RequesterEmail: NotRequired[Optional[str]]
    DueOn: NotRequired[Optional[str]]
    ScheduledStartOn: NotRequired[Optional[str]]
    ScheduledEndOn: NotRequired[Optional[str]]
    StartedOn: NotRequired[Optional[str]]
    CompletedOn: NotRequired[Optional[str]]
    CancelledOn: NotRequired[Optional[str]]
    CancelReason: NotRequired[Optional[str]]
    CompletionNotes: NotRequired[Optional[str]]
    EstimatedMinutes: NotRequired[Optional[int]]
    LabourMinutes: NotRequired[int]
    LabourCost: NotRequired[float]
    PartsCost: NotRequired[float]
    OtherCost: NotRequired[float]
    ExternalID: NotRequired[Optional[str]]
    CustomFields: NotRequired[dict[str, Any]]
    Deleted: NotRequired[bool]

class Task(TypedDict):
    ID: int
    Name: str
    Description: Optional[str]
    Status: Literal["Open", "InProgress", "Completed", "Cancelled"]
    WorkOrderID: Optional[int]
    JobID: Optional[int]
    AssetID: Optional[int]
    AssignedEmployeeID: Optional[int]
    Position: int
    Required: bool
    Priority: Literal["None", "Low", "Medium", "High", "Urgent"]
    Type: Literal["Checkbox", "Text", "Number", "PassFail", "Meter"]
    Result: Optional[str]
    Notes: Optional[str]
    DueOn: Optional[str]
    StartedOn: Optional[str]
    CompletedOn: Optional[str]
    CancelledOn: Optional[str]
    CancelReason: Optional[str]
    EstimatedMinutes: Optional[int]
    SpentMinutes: Optional[int]
    TaskExternalMessagingID: Optional[int]
    ExternalID: Optional[str]
    CustomFields: dict[str, Any]
    CreatedOn: str
    UpdatedOn: str
    CreatedBy: str
    UpdatedBy: str
    Deleted: bool

class CreateTask(TypedDict):
    Name: str
    Description: NotRequired[Optional[str]]
    Status: NotRequired[Literal["Open", "InProgress", "Completed", "Cancelled"]]
    WorkOrderID: NotRequired[Optional[int]]
    JobID: NotRequired[Optional[int]]
    AssetID: NotRequired[Optional[int]]
    AssignedEmployeeID: NotRequired[Optional[int]]
    Position: NotRequired[int]
    Required: NotRequired[bool]
    Priority: NotRequired[Literal["None", "Low", "Medium", "High", "Urgent"]]
    Type: NotRequired[Literal["Checkbox", "Text", "Number", "PassFail", "Meter"]]
    Result: NotRequired[Optional[str]]
    Notes: NotRequired[Optional[str]]
    DueOn: NotRequired[Optional[str]]
    StartedOn: NotRequired[Optional[str]]
    CompletedOn: NotRequired[Optional[str]]
    CancelledOn: NotRequired[Optional[str]]
    CancelReason: NotRequired[Optional[str]]
    EstimatedMinutes: NotRequired[Optional[int]]
    SpentMinutes: NotRequired[Optional[int]]
    TaskExternalMessagingID: NotRequired[Optional[int]]
    ExternalID: NotRequired[Optional[str]]
    CustomFields: NotRequired[dict[str, Any]]
    Deleted: NotRequired[bool]

class Asset(TypedDict):
    ID: int
    Name: str
    Description: Optional[str]
    AssetNumber: Optional[str]
    SerialNumber: Optional[str]
    Barcode: Optional[str]
    Manufacturer: Optional[str]
    Model: Optional[str]
    ModelYear: Optional[int]
    Category: Optional[str]
    ParentAssetID: Optional[int]
    LocationID: Optional[int]
    AssetStatusID: Optional[int]
    Criticality: Optional[Literal["Low", "Medium", "High", "Critical"]]
    VendorID: Optional[int]
    AssignedEmployeeID: Optional[int]
    PurchasedOn: Optional[str]
    InServiceOn: Optional[str]
    WarrantyExpiresOn: Optional[str]
    RetiredOn: Optional[str]
    PurchaseCost: Optional[float]
    MeterUnit: Optional[str]
    MeterValue: Optional[float]
    MeterReadOn: Optional[str]
    ExternalID: Optional[str]
    CustomFields: dict[str, Any]
    CreatedOn: str
    UpdatedOn: str
    CreatedBy: str
    UpdatedBy: str
    Deleted: bool

class CreateAsset(TypedDict):
    Name: str
    Description: NotRequired[Optional[str]]
    AssetNumber: NotRequired[Optional[str]]
    SerialNumber: NotRequired[Optional[str]]
    Barcode: NotRequired[Optional[str]]
    Manufacturer: NotRequired[Optional[str]]
    Model: NotRequired[Optional[str]]
    ModelYear: NotRequired[Optional[int]]
    Category: NotRequired[Optional[str]]
    ParentAssetID: NotRequired[Optional[int]]
    LocationID: NotRequired[Optional[int]]
    AssetStatusID: NotRequired[Optional[int]]
    Criticality: NotRequired[Optional[Literal["Low", "Medium", "High", "Critical"]]]
    VendorID: NotRequired[Optional[int]]
    AssignedEmployeeID: NotRequired[Optional[int]]
    PurchasedOn: NotRequired[Optional[str]]
    InServiceOn: NotRequired[Optional[str]]
    WarrantyExpiresOn: NotRequired[Optional[str]]
    RetiredOn: NotRequired[Optional[str]]
    PurchaseCost: NotRequired[Optional[float]]
    MeterUnit: NotRequired[Optional[str]]
    MeterValue: NotRequired[Optional[float]]
    MeterReadOn: NotRequired[Optional[str]]
    ExternalID: NotRequired[Optional[str]]
    CustomFields: NotRequired[dict[str, Any]]
    Deleted: NotRequired[bool]

class Form(TypedDict):
    ID: int
    Number: str
    Name: str
    FormTemplateID: int
    Status: Literal["Draft", "Submitted", "Dismissed"]
    WorkOrderID: Optional[int]
    TaskID: Optional[int]
    AssetID: Optional[int]
    LocationID: Optional[int]
    JobID: Optional[int]
    AssignedEmployeeID: Optional[int]
    DueOn: Optional[str]
    SubmittedOn: Optional[str]
    Answers: list["FormAnswer"]
    Score: Optional[float]
    Passed: Optional[bool]
    FlaggedCount: int
    AmendsFormID: Optional[int]
    ExternalID: Optional[str]
    CustomFields: dict[str, Any]
    CreatedOn: str
    UpdatedOn: str
    CreatedBy: str
    UpdatedBy: str
    Deleted: bool

class FormAnswer(TypedDict):
    FieldID: str
    Label: str
    Value: Any
    Note: Optional[str]
    Flagged: Optional[bool]

class CreateForm(TypedDict):
    Name: str
    FormTemplateID: int
    Status: NotRequired[Literal["Draft", "Submitted", "Dismissed"]]
    WorkOrderID: NotRequired[Optional[int]]
    TaskID: NotRequired[Optional[int]]
    AssetID: NotRequired[Optional[int]]
    LocationID: NotRequired[Optional[int]]
    JobID: NotRequired[Optional[int]]
    AssignedEmployeeID: NotRequired[Optional[int]]
    DueOn: NotRequired[Optional[str]]
    SubmittedOn: NotRequired[Optional[str]]
    Answers: NotRequired[list["CreateFormAnswer"]]
    Score: NotRequired[Optional[float]]
    Passed: NotRequired[Optional[bool]]
    AmendsFormID: NotRequired[Optional[int]]
    ExternalID: NotRequired[Optional[str]]
    CustomFields: NotRequired[dict[str, Any]]
    Deleted: NotRequired[bool]

class CreateFormAnswer(TypedDict):
    FieldID: str
    Label: NotRequired[str]
    Value: NotRequired[Any]
    Note: NotRequired[Optional[str]]
    Flagged: NotRequired[Optional[bool]]

class PurchaseOrder(TypedDict):
    ID: int
    Number: str
    Name: Optional[str]
    Status: Literal["Draft", "PendingApproval", "Approved", "Sent", "PartiallyFulfilled", "Completed", "Cancelled"]
    VendorID: Optional[int]
    WorkOrderID: Optional[int]
    JobID: Optional[int]
    ShipToLocationID: Optional[int]
    Currency: str
    OrderedOn: Optional[str]
    ExpectedOn: Optional[str]
    ApprovedOn: Optional[str]
    SentOn: Optional[str]
    CompletedOn: Optional[str]
    CancelledOn: Optional[str]
    CancelReason: Optional[str]
    Lines: list["PurchaseOrderLine"]
    Subtotal: float
    TaxAmount: float
    ShippingAmount: float
    Total: float
    ReceivedPercent: float
    VendorReference: Optional[str]
    NotesToVendor: Optional[str]
    InternalNotes: Optional[str]
    ExternalID: Optional[str]
    CustomFields: dict[str, Any]
    CreatedOn: str
    UpdatedOn: str
    CreatedBy: str
    UpdatedBy: str
    Deleted: bool

class PurchaseOrderLine(TypedDict):
    Line: int
    ProductID: Optional[int]
    Description: str
    Quantity: float
    Unit: str
    UnitCost: float
    QuantityReceived: float
    ShortClosed: bool

class CreatePurchaseOrder(TypedDict):
    Number: NotRequired[str]
    Name: NotRequired[Optional[str]]
    Status: NotRequired[Literal["Draft", "PendingApproval", "Approved", "Sent", "PartiallyFulfilled", "Completed", "Cancelled"]]
    VendorID: NotRequired[Optional[int]]
    WorkOrderID: NotRequired[Optional[int]]
    JobID: NotRequired[Optional[int]]
    ShipToLocationID: NotRequired[Optional[int]]
    Currency: NotRequired[str]
    OrderedOn: NotRequired[Optional[str]]
    ExpectedOn: NotRequired[Optional[str]]
    ApprovedOn: NotRequired[Optional[str]]
    SentOn: NotRequired[Optional[str]]
    CompletedOn: NotRequired[Optional[str]]
    CancelledOn: NotRequired[Optional[str]]
    CancelReason: NotRequired[Optional[str]]
    Lines: NotRequired[list["CreatePurchaseOrderLine"]]
    TaxAmount: NotRequired[float]
    ShippingAmount: NotRequired[float]
    VendorReference: NotRequired[Optional[str]]
    NotesToVendor: NotRequired[Optional[str]]
    InternalNotes: NotRequired[Optional[str]]
    ExternalID: NotRequired[Optional[str]]
    CustomFields: NotRequired[dict[str, Any]]
    Deleted: NotRequired[bool]

class CreatePurchaseOrderLine(TypedDict):
    Line: NotRequired[int]
    ProductID: NotRequired[Optional[int]]
    Description: NotRequired[str]
    Quantity: float
    Unit: NotRequired[str]
    UnitCost: NotRequired[float]
    QuantityReceived: NotRequired[float]
    ShortClosed: NotRequired[bool]

class Job(TypedDict):
    ID: int
    Number: str
    Name: str
    Description: Optional[str]
    Status: Literal["Scheduled", "InProgress", "OnHold", "Completed", "Cancelled"]
    Type: Optional[str]
    Priority: Literal["None", "Low", "Medium", "High", "Urgent"]
    CustomerName: Optional[str]
    ContactName: Optional[str]
    ContactPhone: Optional[str]
    ContactEmail: Optional[str]
    CustomerReference: Optional[str]
    LocationID: Optional[int]
    ManagerEmployeeID: Optional[int]
    ScheduledStartOn: Optional[str]
    ScheduledEndOn: Optional[str]
    StartedOn: Optional[str]
    CompletedOn: Optional[str]
    CancelledOn: Optional[str]
    CancelReason: Optional[str]
    BudgetAmount: Optional[float]
    Notes: Optional[str]
    ExternalID: Optional[str]
    CustomFields: dict[str, Any]
    CreatedOn: str
    UpdatedOn: str
    CreatedBy: str
    UpdatedBy: str
    Deleted: bool

class CreateJob(TypedDict):
    Name: str
    Description: NotRequired[Optional[str]]
    Status: NotRequired[Literal["Scheduled", "InProgress", "OnHold", "Completed", "Cancelled"]]
    Type: NotRequired[Optional[str]]
    Priority: NotRequired[Literal["None", "Low", "Medium", "High", "Urgent"]]
    CustomerName: NotRequired[Optional[str]]
    ContactName: NotRequired[Optional[str]]
    ContactPhone: NotRequired[Optional[str]]
    ContactEmail: NotRequired[Optional[str]]
    CustomerReference: NotRequired[Optional[str]]
    LocationID: NotRequired[Optional[int]]
    ManagerEmployeeID: NotRequired[Optional[int]]
    ScheduledStartOn: NotRequired[Optional[str]]
    ScheduledEndOn: NotRequired[Optional[str]]
    StartedOn: NotRequired[Optional[str]]
    CompletedOn: NotRequired[Optional[str]]
    CancelledOn: NotRequired[Optional[str]]
    CancelReason: NotRequired[Optional[str]]
    BudgetAmount: NotRequired[Optional[float]]
    Notes: NotRequired[Optional[str]]
    ExternalID: NotRequired[Optional[str]]
    CustomFields: NotRequired[dict[str, Any]]
    Deleted: NotRequired[bool]

class Employee(TypedDict):
    ID: int
    EmployeeNumber: Optional[str]
    FirstName: str
    LastName: str
    DisplayName: str
    Email: Optional[str]
    Phone: Optional[str]
    JobTitle: Optional[str]
    Department: Optional[str]
    Status: Literal["Active", "OnLeave", "Terminated"]
    HiredOn: Optional[str]
    TerminatedOn: Optional[str]
    ManagerEmployeeID: Optional[int]
    HomeLocationID: Optional[int]
    UserID: Optional[int]
    HourlyRate: Optional[float]
    Certifications: list["EmployeeCertification"]
    ExternalID: Optional[str]
    CustomFields: dict[str, Any]
    CreatedOn: str
    UpdatedOn: str
    CreatedBy: str
    UpdatedBy: str
    Deleted: bool

class EmployeeCertification(TypedDict):
    Name: str
    Number: Optional[str]
    ExpiresOn: Optional[str]

class CreateEmployee(TypedDict):
    EmployeeNumber: NotRequired[Optional[str]]
    FirstName: str
    LastName: str
    Email: NotRequired[Optional[str]]
    Phone: NotRequired[Optional[str]]
    JobTitle: NotRequired[Optional[str]]
    Department: NotRequired[Optional[str]]
    Status: NotRequired[Literal["Active", "OnLeave", "Terminated"]]
    HiredOn: NotRequired[Optional[str]]
    TerminatedOn: NotRequired[Optional[str]]
    ManagerEmployeeID: NotRequired[Optional[int]]
    HomeLocationID: NotRequired[Optional[int]]
    UserID: NotRequired[Optional[int]]
    HourlyRate: NotRequired[Optional[float]]
    Certifications: NotRequired[list["CreateEmployeeCertification"]]
    ExternalID: NotRequired[Optional[str]]
    CustomFields: NotRequired[dict[str, Any]]
    Deleted: NotRequired[bool]

class CreateEmployeeCertification(TypedDict):
    Name: str
    Number: NotRequired[Optional[str]]
    ExpiresOn: NotRequired[Optional[str]]

class User(TypedDict):
    ID: int
    Email: str
    FirstName: Optional[str]
    LastName: Optional[str]
    Phone: Optional[str]
    Role: Literal["Admin", "Manager", "Technician", "ReadOnly"]
    CompanySettings: bool
    Status: Literal["Invited", "Active", "Disabled"]
    TimeZone: str
    Locale: str
    LastLoginOn: Optional[str]
    ExternalID: Optional[str]
    CustomFields: dict[str, Any]
    CreatedOn: str
    UpdatedOn: str
    CreatedBy: str
    UpdatedBy: str
    Deleted: bool

class CreateUser(TypedDict):
    Email: str
    FirstName: NotRequired[Optional[str]]
    LastName: NotRequired[Optional[str]]
    Phone: NotRequired[Optional[str]]
    Role: NotRequired[Literal["Admin", "Manager", "Technician", "ReadOnly"]]
    CompanySettings: NotRequired[bool]
    Status: NotRequired[Literal["Invited", "Active", "Disabled"]]
    TimeZone: NotRequired[str]
    Locale: NotRequired[str]
    ExternalID: NotRequired[Optional[str]]
    CustomFields: NotRequired[dict[str, Any]]
    Deleted: NotRequired[bool]

class Product(TypedDict):
    ID: int
    SKU: str
    Name: str
    Description: Optional[str]
    Category: Optional[str]
    Type: Literal["Part", "Consumable", "Tool", "Service"]
    Unit: str
    UnitCost: Optional[float]
    UnitPrice: Optional[float]
    Barcode: Optional[str]
    Manufacturer: Optional[str]
    ManufacturerPartNumber: Optional[str]
    PreferredVendorID: Optional[int]
    VendorPartNumber: Optional[str]
    Stocked: bool
    Active: bool
    QuantityOnHand: float
    MinimumQuantity: Optional[float]
    MaximumQuantity: Optional[float]
    LocationID: Optional[int]
    Bin: Optional[str]
    ExternalID: Optional[str]
    CustomFields: dict[str, Any]
    CreatedOn: str
    UpdatedOn: str
    CreatedBy: str
    UpdatedBy: str
    Deleted: bool

class CreateProduct(TypedDict):
    SKU: str
    Name: str
    Description: NotRequired[Optional[str]]
    Category: NotRequired[Optional[str]]
    Type: NotRequired[Literal["Part", "Consumable", "Tool", "Service"]]
    Unit: NotRequired[str]
    UnitCost: NotRequired[Optional[float]]
    UnitPrice: NotRequired[Optional[float]]
    Barcode: NotRequired[Optional[str]]
    Manufacturer: NotRequired[Optional[str]]
    ManufacturerPartNumber: NotRequired[Optional[str]]
    PreferredVendorID: NotRequired[Optional[int]]
    VendorPartNumber: NotRequired[Optional[str]]
    Stocked: NotRequired[bool]
    Active: NotRequired[bool]
    QuantityOnHand: NotRequired[float]
    MinimumQuantity: NotRequired[Optional[float]]
    MaximumQuantity: NotRequired[Optional[float]]
    LocationID: NotRequired[Optional[int]]
    Bin: NotRequired[Optional[str]]
    ExternalID: NotRequired[Optional[str]]
    CustomFields: NotRequired[dict[str, Any]]
    Deleted: NotRequired[bool]

class Route(TypedDict):
    ID: int
    Name: str
    Description: Optional[str]
    Status: Literal["Planned", "InProgress", "Completed", "Cancelled"]
    AssignedEmployeeID: Optional[int]
    VehicleAssetID: Optional[int]
    JobID: Optional[int]
    ScheduledStartOn: Optional[str]
    ScheduledEndOn: Optional[str]
    StartedOn: Optional[str]
    CompletedOn: Optional[str]
    CancelledOn: Optional[str]
    Stops: list["RouteStop"]
    ExternalID: Optional[str]
    CustomFields: dict[str, Any]
    CreatedOn: str
    UpdatedOn: str
    CreatedBy: str
    UpdatedBy: str
    Deleted: bool

class RouteStop(TypedDict):
    Stop: int
    LocationID: Optional[int]
    AssetID: Optional[int]
    WorkOrderID: Optional[int]
    Status: str
    ArrivedOn: Optional[str]
    DepartedOn: Optional[str]

class CreateRoute(TypedDict):
    Name: str
    Description: NotRequired[Optional[str]]
    Status: NotRequired[Literal["Planned", "InProgress", "Completed", "Cancelled"]]
    AssignedEmployeeID: NotRequired[Optional[int]]
    VehicleAssetID: NotRequired[Optional[int]]
    JobID: NotRequired[Optional[int]]
    ScheduledStartOn: NotRequired[Optional[str]]
    ScheduledEndOn: NotRequired[Optional[str]]
    StartedOn: NotRequired[Optional[str]]
    CompletedOn: NotRequired[Optional[str]]
    CancelledOn: NotRequired[Optional[str]]
    Stops: NotRequired[list["CreateRouteStop"]]
    ExternalID: NotRequired[Optional[str]]
    CustomFields: NotRequired[dict[str, Any]]
    Deleted: NotRequired[bool]

class CreateRouteStop(TypedDict):
    Stop: NotRequired[int]
    LocationID: NotRequired[Optional[int]]
    AssetID: NotRequired[Optional[int]]
    WorkOrderID: NotRequired[Optional[int]]
    Status: NotRequired[str]
    ArrivedOn: NotRequired[Optional[str]]
    DepartedOn: NotRequired[Optional[str]]

class Board(TypedDict):
    ID: int
    Name: str
    Description: Optional[str]
    Position: int
    Archived: bool
    Columns: list["BoardColumn"]
    ExternalID: Optional[str]
    CustomFields: dict[str, Any]
    CreatedOn: str
    UpdatedOn: str
    CreatedBy: str
    UpdatedBy: str
    Deleted: bool

class BoardColumn(TypedDict):
    Name: str
    Status: str

class CreateBoard(TypedDict):
    Name: str
    Description: NotRequired[Optional[str]]
    Position: NotRequired[int]
    Archived: NotRequired[bool]
    Columns: NotRequired[list["CreateBoardColumn"]]
    ExternalID: NotRequired[Optional[str]]
    CustomFields: NotRequired[dict[str, Any]]
    Deleted: NotRequired[bool]

class CreateBoardColumn(TypedDict):
    Name: str
    Status: str

class FormTemplate(TypedDict):
    ID: int
    Name: str
    Description: Optional[str]
    Category: Optional[str]
    Status: Literal["Draft", "Published", "Archived"]
    Fields: list["FormTemplateField"]
    ExternalID: Optional[str]
    CustomFields: dict[str, Any]
    CreatedOn: str
    UpdatedOn: str
    CreatedBy: str
    UpdatedBy: str
    Deleted: bool

class FormTemplateField(TypedDict):
    FieldID: str
    Label: str
    Type: str
    Required: Optional[bool]
    Choices: Optional[list[str]]

class CreateFormTemplate(TypedDict):
    Name: str
    Description: NotRequired[Optional[str]]
    Category: NotRequired[Optional[str]]
    Status: NotRequired[Literal["Draft", "Published", "Archived"]]
    Fields: NotRequired[list["CreateFormTemplateField"]]
    ExternalID: NotRequired[Optional[str]]
    CustomFields: NotRequired[dict[str, Any]]
    Deleted: NotRequired[bool]

class CreateFormTemplateField(TypedDict):
    FieldID: str
    Label: str
    Type: str
    Required: NotRequired[Optional[bool]]
    Choices: NotRequired[Optional[list[str]]]

class AssetStatus(TypedDict):
    ID: int
    Name: str
    BaseStatus: Literal["Operational", "Degraded", "Down", "Retired"]
    Position: int
    Colour: Optional[str]
    ExternalID: Optional[str]
    CustomFields: dict[str, Any]
    CreatedOn: str
    UpdatedOn: str
    CreatedBy: str
    UpdatedBy: str
    Deleted: bool

class CreateAssetStatus(TypedDict):
    Name: str
    BaseStatus: Literal["Operational", "Degraded", "Down", "Retired"]
    Position: NotRequired[int]
    Colour: NotRequired[Optional[str]]
    ExternalID: NotRequired[Optional[str]]
    CustomFields: NotRequired[dict[str, Any]]
    Deleted: NotRequired[bool]

class Location(TypedDict):
    ID: int
    Name: str
    Code: Optional[str]
    ParentLocationID: Optional[int]
    Type: Literal["Site", "Building", "Floor", "Unit", "Yard", "Bay", "Vehicle"]
    Address1: Optional[str]
    Address2: Optional[str]
    City: Optional[str]
    Region: Optional[str]
    PostalCode: Optional[str]
    Country: Optional[str]
    Latitude: Optional[float]
    Longitude: Optional[float]
    TimeZone: str
    Active: bool
    ExternalID: Optional[str]
    CustomFields: dict[str, Any]
    CreatedOn: str
    UpdatedOn: str
    CreatedBy: str
    UpdatedBy: str
    Deleted: bool

class CreateLocation(TypedDict):
    Name: str
    Code: NotRequired[Optional[str]]
    ParentLocationID: NotRequired[Optional[int]]
    Type: NotRequired[Literal["Site", "Building", "Floor", "Unit", "Yard", "Bay", "Vehicle"]]
    Address1: NotRequired[Optional[str]]
    Address2: NotRequired[Optional[str]]
    City: NotRequired[Optional[str]]
    Region: NotRequired[Optional[str]]
    PostalCode: NotRequired[Optional[str]]
    Country: NotRequired[Optional[str]]
    Latitude: NotRequired[Optional[float]]
    Longitude: NotRequired[Optional[float]]
    TimeZone: NotRequired[str]
    Active: NotRequired[bool]
    ExternalID: NotRequired[Optional[str]]
    CustomFields: NotRequired[dict[str, Any]]
    Deleted: NotRequired[bool]

class Vendor(TypedDict):
    ID: int
    Name: str
    VendorNumber: Optional[str]
    Type: Literal["Supplier", "Contractor", "Both"]
    ContactName: Optional[str]
    Email: Optional[str]
    Phone: Optional[str]
    Website: Optional[str]
    PaymentTerms: Optional[str]
    TaxNumber: Optional[str]
    HourlyRate: Optional[float]
    Active: bool
    ExternalID: Optional[str]
    CustomFields: dict[str, Any]
    CreatedOn: str
    UpdatedOn: str
    CreatedBy: str
    UpdatedBy: str
    Deleted: bool

class CreateVendor(TypedDict):
    Name: str
    VendorNumber: NotRequired[Optional[str]]
    Type: NotRequired[Literal["Supplier", "Contractor", "Both"]]
    ContactName: NotRequired[Optional[str]]
    Email: NotRequired[Optional[str]]
    Phone: NotRequired[Optional[str]]
    Website: NotRequired[Optional[str]]
    PaymentTerms: NotRequired[Optional[str]]
    TaxNumber: NotRequired[Optional[str]]
    HourlyRate: NotRequired[Optional[float]]
    Active: NotRequired[bool]
    ExternalID: NotRequired[Optional[str]]
    CustomFields: NotRequired[dict[str, Any]]
    Deleted: NotRequired[bool]

class Permission(TypedDict):
    """What a key may do with one record type."""

    read: bool
    write: bool

class Me(TypedDict):
    """The account and integration of a key, and what it may do."""

    account: "MeAccount"
    integration: "MeIntegration"
    shardID: str
    permissions: "MePermissions"
    webhooks: bool
    rateLimit: "MeRateLimit"

class MeAccount(TypedDict):
    id: str
    name: str

class MeIntegration(TypedDict):
    id: str
    name: str
    role: Literal["Admin", "Manager", "Technician", "ReadOnly"]
    areas: list[Literal["WorkOrders", "Assets", "Forms", "Purchasing", "Inventory", "Jobs", "People", "Webhooks", "Assistant"]]
    createdOn: str
    createdBy: str
    proposesOnly: bool

class MePermissions(TypedDict):
    WorkOrders: "Permission"
    Tasks: "Permission"
    Assets: "Permission"
    Forms: "Permission"
    PurchaseOrders: "Permission"
    Jobs: "Permission"
    Employees: "Permission"
    Users: "Permission"
    Products: "Permission"
    Routes: "Permission"
    Boards: "Permission"
    FormTemplates: "Permission"
    AssetStatuses: "Permission"
    Locations: "Permission"
    Vendors: "Permission"

class MeRateLimit(TypedDict):
    limit: int
    windowSeconds: int

class Author(TypedDict):
    kind: Literal["person", "integration", "assistant", "system"]
    id: Optional[str]
    name: Optional[str]
    email: str
    approvedBy: NotRequired[dict[str, Any]]
    proposedBy: NotRequired[dict[str, Any]]

ChangedField = TypedDict(
    "ChangedField",
    {
        "field": str,
        "from": NotRequired[Any],
        "to": NotRequired[Any],
    },
)

class Change(TypedDict):
    """One change of one record."""

    change: str
    type: Literal["WorkOrders", "Tasks", "Assets", "Forms", "PurchaseOrders", "Jobs", "Employees", "Users", "Products", "Routes", "Boards", "FormTemplates", "AssetStatuses", "Locations", "Vendors"]
    id: int
    version: int
    on: str
    by: "Author"
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    changed: Optional[list["ChangedField"]]

class ChangeWithData(TypedDict):
    """One change of one record, and the record as it was after it."""

    change: str
    type: Literal["WorkOrders", "Tasks", "Assets", "Forms", "PurchaseOrders", "Jobs", "Employees", "Users", "Products", "Routes", "Boards", "FormTemplates", "AssetStatuses", "Locations", "Vendors"]
    id: int
    version: int
    on: str
    by: "Author"
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    changed: Optional[list["ChangedField"]]
    data: Optional[dict[str, Any]]

DefaultFrom = Union["DefaultFromAccount", "DefaultFromReference"]

class DefaultFromAccount(TypedDict):
    account: Literal["currency"]

class DefaultFromReference(TypedDict):
    reference: str
    field: str

class RecordTypeDescription(TypedDict):
    """A record type: what its records hold, and what can happen to them."""

    name: Literal["WorkOrders", "Tasks", "Assets", "Forms", "PurchaseOrders", "Jobs", "Employees", "Users", "Products", "Routes", "Boards", "FormTemplates", "AssetStatuses", "Locations", "Vendors"]
    singular: str
    plural: str
    path: str
    area: Literal["WorkOrders", "Assets", "Forms", "Purchasing", "Inventory", "Jobs", "People", "Webhooks", "Assistant"]
    title: list[str]
    search: list[str]
    fields: list["FieldDescription"]
    states: Optional["RecordTypeDescriptionStates"]
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    webhookFilter: Optional["RecordTypeDescriptionWebhookFilter"]

class RecordTypeDescriptionStates(TypedDict):
    field: Literal["Status"]
    initial: str
    moves: dict[str, list[str]]
    stamps: dict[str, str]
    asks: dict[str, list[str]]

class RecordTypeDescriptionWebhookFilter(TypedDict):
    entityType: Literal["WorkOrders", "Tasks", "Assets", "Forms", "PurchaseOrders", "Jobs", "Employees", "Users", "Products", "Routes", "Boards", "FormTemplates", "AssetStatuses", "Locations", "Vendors"]
    field: str

class FieldDescription(TypedDict):
    """A field of a record type, or of the items of a list. Limits are there where the kind has them."""

    name: str
    kind: Literal["text", "int", "decimal", "boolean", "timestamp", "date", "enum", "reference", "object", "list", "value", "texts"]
    description: str
    required: bool
    nullable: bool
    readOnly: bool
    indexed: bool
    default: Any
    defaultFrom: NotRequired["DefaultFrom"]
    max: NotRequired[int]
    format: NotRequired[Literal["email"]]
    unique: NotRequired[Literal["exact", "folded"]]
    places: NotRequired[int]
    atLeast: NotRequired[float]
    above: NotRequired[float]
    values: NotRequired[list[str]]
    to: NotRequired[Literal["WorkOrders", "Tasks", "Assets", "Forms", "PurchaseOrders", "Jobs", "Employees", "Users", "Products", "Routes", "Boards", "FormTemplates", "AssetStatuses", "Locations", "Vendors"]]
    maxBytes: NotRequired[int]
    key: NotRequired[str]
    items: NotRequired[list["FieldDescription"]]

class NamesRequest(TypedDict):
    """IDs by record type, 1,000 in all."""

    WorkOrders: NotRequired[list[int]]
    Tasks: NotRequired[list[int]]
    Assets: NotRequired[list[int]]
    Forms: NotRequired[list[int]]
    PurchaseOrders: NotRequired[list[int]]
    Jobs: NotRequired[list[int]]
    Employees: NotRequired[list[int]]
    Users: NotRequired[list[int]]
    Products: NotRequired[list[int]]
    Routes: NotRequired[list[int]]
    Boards: NotRequired[list[int]]
    FormTemplates: NotRequired[list[int]]
    AssetStatuses: NotRequired[list[int]]
    Locations: NotRequired[list[int]]
    Vendors: NotRequired[list[int]]

class Names(TypedDict):
    """What records are called: by record type, then by ID."""

    WorkOrders: NotRequired[dict[str, "RecordName"]]
    Tasks: NotRequired[dict[str, "RecordName"]]
    Assets: NotRequired[dict[str, "RecordName"]]
    Forms: NotRequired[dict[str, "RecordName"]]
    PurchaseOrders: NotRequired[dict[str, "RecordName"]]
    Jobs: NotRequired[dict[str, "RecordName"]]
    Employees: NotRequired[dict[str, "RecordName"]]
    Users: NotRequired[dict[str, "RecordName"]]
    Products: NotRequired[dict[str, "RecordName"]]
    Routes: NotRequired[dict[str, "RecordName"]]
    Boards: NotRequired[dict[str, "RecordName"]]
    FormTemplates: NotRequired[dict[str, "RecordName"]]
    AssetStatuses: NotRequired[dict[str, "RecordName"]]
    Locations: NotRequired[dict[str, "RecordName"]]
    Vendors: NotRequired[dict[str, "RecordName"]]

class RecordName(TypedDict):
    title: str
    state: Optional[str]
    deleted: bool

class DryRunPatch(TypedDict):
    id: int
    patch: "JsonPatch"
    ifMatch: NotRequired[str]

class DryRunDelete(TypedDict):
    id: int
    delete: Literal[True]
    ifMatch: NotRequired[str]

class Move(TypedDict):
    """What moving a record to a state would come to now."""

    to: str
    allowed: bool
    blockers: list["MoveBlocker"]
    asks: list[str]
    sets: list[str]
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]

class MoveBlocker(TypedDict):
    code: Literal["malformed_request", "invalid_query", "invalid_json", "invalid_body", "invalid_patch", "invalid_record", "invalid_subscription", "invalid_document", "query_too_large", "answer_too_large", "invalid_header", "unauthorized", "forbidden", "person_required", "not_found", "method_not_allowed", "request_timeout", "state_not_allowed", "patch_test_failed", "value_taken", "conflict", "proposal_decided", "version_gone", "cursor_expired", "precondition_failed", "body_too_large", "record_too_large", "unsupported_media_type", "expectation_failed", "idempotency_key_reused", "rate_limited", "too_many_held", "too_many_streams", "headers_too_large", "internal_error", "unavailable", "overloaded", "account_frozen"]
    message: str
    pointer: str

FieldChange = TypedDict(
    "FieldChange",
    {
        "field": str,
        "from": NotRequired[Any],
        "to": Any,
    },
)

class ForeseenDelivery(TypedDict):
    """What would become of an event for one subscription."""

    webhook: int
    name: Optional[str]
    host: str
    outcome: Literal["sends", "suppressed", "off", "filtered", "own"]
    why: str

class WorkOrderDryRunCreate(TypedDict):
    create: "CreateWorkOrder"

WorkOrderDryRun = Union["WorkOrderDryRunCreate", "DryRunPatch", "DryRunDelete"]

class WorkOrderDryRunResult(TypedDict):
    record: "WorkOrder"
    changed: list["FieldChange"]
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    deliveries: list["ForeseenDelivery"]
    otherDeliveries: int
    effect: str

class TaskDryRunCreate(TypedDict):
    create: "CreateTask"

TaskDryRun = Union["TaskDryRunCreate", "DryRunPatch", "DryRunDelete"]

class TaskDryRunResult(TypedDict):
    record: "Task"
    changed: list["FieldChange"]
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    deliveries: list["ForeseenDelivery"]
    otherDeliveries: int
    effect: str

class AssetDryRunCreate(TypedDict):
    create: "CreateAsset"

AssetDryRun = Union["AssetDryRunCreate", "DryRunPatch", "DryRunDelete"]

class AssetDryRunResult(TypedDict):
    record: "Asset"
    changed: list["FieldChange"]
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    deliveries: list["ForeseenDelivery"]
    otherDeliveries: int
    effect: str

class FormDryRunCreate(TypedDict):
    create: "CreateForm"

FormDryRun = Union["FormDryRunCreate", "DryRunPatch", "DryRunDelete"]

class FormDryRunResult(TypedDict):
    record: "Form"
    changed: list["FieldChange"]
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    deliveries: list["ForeseenDelivery"]
    otherDeliveries: int
    effect: str

class PurchaseOrderDryRunCreate(TypedDict):
    create: "CreatePurchaseOrder"

PurchaseOrderDryRun = Union["PurchaseOrderDryRunCreate", "DryRunPatch", "DryRunDelete"]

class PurchaseOrderDryRunResult(TypedDict):
    record: "PurchaseOrder"
    changed: list["FieldChange"]
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    deliveries: list["ForeseenDelivery"]
    otherDeliveries: int
    effect: str

class JobDryRunCreate(TypedDict):
    create: "CreateJob"

JobDryRun = Union["JobDryRunCreate", "DryRunPatch", "DryRunDelete"]

class JobDryRunResult(TypedDict):
    record: "Job"
    changed: list["FieldChange"]
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    deliveries: list["ForeseenDelivery"]
    otherDeliveries: int
    effect: str

class EmployeeDryRunCreate(TypedDict):
    create: "CreateEmployee"

EmployeeDryRun = Union["EmployeeDryRunCreate", "DryRunPatch", "DryRunDelete"]

class EmployeeDryRunResult(TypedDict):
    record: "Employee"
    changed: list["FieldChange"]
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    deliveries: list["ForeseenDelivery"]
    otherDeliveries: int
    effect: str

class UserDryRunCreate(TypedDict):
    create: "CreateUser"

UserDryRun = Union["UserDryRunCreate", "DryRunPatch", "DryRunDelete"]

class UserDryRunResult(TypedDict):
    record: "User"
    changed: list["FieldChange"]
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    deliveries: list["ForeseenDelivery"]
    otherDeliveries: int
    effect: str

class ProductDryRunCreate(TypedDict):
    create: "CreateProduct"

ProductDryRun = Union["ProductDryRunCreate", "DryRunPatch", "DryRunDelete"]

class ProductDryRunResult(TypedDict):
    record: "Product"
    changed: list["FieldChange"]
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    deliveries: list["ForeseenDelivery"]
    otherDeliveries: int
    effect: str

class RouteDryRunCreate(TypedDict):
    create: "CreateRoute"

RouteDryRun = Union["RouteDryRunCreate", "DryRunPatch", "DryRunDelete"]

class RouteDryRunResult(TypedDict):
    record: "Route"
    changed: list["FieldChange"]
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    deliveries: list["ForeseenDelivery"]
    otherDeliveries: int
    effect: str

class BoardDryRunCreate(TypedDict):
    create: "CreateBoard"

BoardDryRun = Union["BoardDryRunCreate", "DryRunPatch", "DryRunDelete"]

class BoardDryRunResult(TypedDict):
    record: "Board"
    changed: list["FieldChange"]
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    deliveries: list["ForeseenDelivery"]
    otherDeliveries: int
    effect: str

class FormTemplateDryRunCreate(TypedDict):
    create: "CreateFormTemplate"

FormTemplateDryRun = Union["FormTemplateDryRunCreate", "DryRunPatch", "DryRunDelete"]

class FormTemplateDryRunResult(TypedDict):
    record: "FormTemplate"
    changed: list["FieldChange"]
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    deliveries: list["ForeseenDelivery"]
    otherDeliveries: int
    effect: str

class AssetStatusDryRunCreate(TypedDict):
    create: "CreateAssetStatus"

AssetStatusDryRun = Union["AssetStatusDryRunCreate", "DryRunPatch", "DryRunDelete"]

class AssetStatusDryRunResult(TypedDict):
    record: "AssetStatus"
    changed: list["FieldChange"]
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    deliveries: list["ForeseenDelivery"]
    otherDeliveries: int
    effect: str

class LocationDryRunCreate(TypedDict):
    create: "CreateLocation"

LocationDryRun = Union["LocationDryRunCreate", "DryRunPatch", "DryRunDelete"]

class LocationDryRunResult(TypedDict):
    record: "Location"
    changed: list["FieldChange"]
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    deliveries: list["ForeseenDelivery"]
    otherDeliveries: int
    effect: str

class VendorDryRunCreate(TypedDict):
    create: "CreateVendor"

VendorDryRun = Union["VendorDryRunCreate", "DryRunPatch", "DryRunDelete"]

class VendorDryRunResult(TypedDict):
    record: "Vendor"
    changed: list["FieldChange"]
    events: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    deliveries: list["ForeseenDelivery"]
    otherDeliveries: int
    effect: str

class ProposedWrite(TypedDict):
    """One of `create`, `id` with `patch`, or `id` with `delete`, and why."""

    type: Literal["WorkOrders", "Tasks", "Assets", "Forms", "PurchaseOrders", "Jobs", "Employees", "Users", "Products", "Routes", "Boards", "FormTemplates", "AssetStatuses", "Locations", "Vendors"]
    create: NotRequired[dict[str, Any]]
    id: NotRequired[int]
    patch: NotRequired["JsonPatch"]
    delete: NotRequired[Literal[True]]
    reason: str

class ProposedPlan(TypedDict):
    title: str
    steps: list["ProposedWrite"]

ProposalRequest = Union["ProposedWrite", "ProposedPlan"]

Proposal = TypedDict(
    "Proposal",
    {
        "id": int,
        "plan": Optional[int],
        "planTitle": Optional[str],
        "planSize": Optional[int],
        "order": int,
        "state": Literal["pending", "approved", "rejected", "expired", "failed"],
        "type": Literal["WorkOrders", "Tasks", "Assets", "Forms", "PurchaseOrders", "Jobs", "Employees", "Users", "Products", "Routes", "Boards", "FormTemplates", "AssetStatuses", "Locations", "Vendors"],
        "recordID": Optional[int],
        "operation": Literal["create", "patch", "delete"],
        "patch": Any,
        "body": Any,
        "baseVersion": Optional[int],
        "reason": str,
        "by": "ProposalBy",
        "for": str,
        "createdOn": str,
        "expiresOn": str,
        "decidedBy": Optional["ProposalDecidedBy"],
        "decidedOn": Optional[str],
        "comment": Optional[str],
        "madeVersion": Optional[int],
        "standing": Optional[Literal["applies", "conflict", "refused"]],
        "after": Optional[int],
        "clashes": list["ProposalClash"],
        "refusal": Optional[dict[str, Any]],
        "effect": Optional[str],
        "changed": list["FieldChange"],
        "events": list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]],
        "deliveries": list["ForeseenDelivery"],
        "otherDeliveries": int,
        "edited": Any,
        "record": NotRequired[Optional[dict[str, Any]]],
    },
)

class ProposalBy(TypedDict):
    kind: Literal["assistant", "integration"]
    id: str
    name: str

class ProposalDecidedBy(TypedDict):
    """Who decided; null while it waits."""

    kind: NotRequired[str]
    id: NotRequired[Optional[str]]
    name: NotRequired[Optional[str]]
    email: NotRequired[Optional[str]]

ProposalClash = TypedDict(
    "ProposalClash",
    {
        "field": str,
        "was": Any,
        "is": Any,
    },
)

FilterID = Optional[Union[float, str]]

class Subscription(TypedDict):
    id: int
    entityType: Literal["WorkOrders", "Tasks", "Assets", "Forms", "PurchaseOrders", "Jobs", "Employees", "Users", "Products"]
    action: Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]
    targetUrl: str
    name: Optional[str]
    headers: dict[str, str]
    filterEntityType: Optional[str]
    filterConditionEntityID: "FilterID"
    includeOwn: bool
    patience: Optional[str]
    active: bool
    deactivateReason: Optional[str]
    warning: Optional[str]
    waiting: Optional["SubscriptionWaiting"]
    createdOn: str

class SubscriptionWaiting(TypedDict):
    """Of a subscription with `patience` whose endpoint is down while deliveries wait for it; else null."""

    since: str
    nextTry: str
    count: int

class CreatedSubscription(TypedDict):
    id: int
    entityType: Literal["WorkOrders", "Tasks", "Assets", "Forms", "PurchaseOrders", "Jobs", "Employees", "Users", "Products"]
    action: Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]
    targetUrl: str
    name: Optional[str]
    headers: dict[str, str]
    filterEntityType: Optional[str]
    filterConditionEntityID: "FilterID"
    includeOwn: bool
    patience: Optional[str]
    active: bool
    deactivateReason: Optional[str]
    warning: Optional[str]
    waiting: Optional["SubscriptionWaiting"]
    createdOn: str
    signingSecret: str

class RotatedSecret(TypedDict):
    signingSecret: str
    previousUntil: Optional[str]

class SecretRotation(TypedDict):
    graceSeconds: NotRequired[int]

class CreateSubscription(TypedDict):
    entityType: Literal["WorkOrders", "Tasks", "Assets", "Forms", "PurchaseOrders", "Jobs", "Employees", "Users", "Products"]
    action: Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]
    targetUrl: str
    name: NotRequired[Optional[str]]
    headers: NotRequired[Optional[dict[str, str]]]
    filterEntityType: NotRequired[Optional[str]]
    filterConditionEntityID: NotRequired["FilterID"]
    includeOwn: NotRequired[Optional[bool]]
    patience: NotRequired[Optional[str]]

class RehearsedSubscription(TypedDict):
    """As a new subscription; where it would be sent may be left out."""

    entityType: Literal["WorkOrders", "Tasks", "Assets", "Forms", "PurchaseOrders", "Jobs", "Employees", "Users", "Products"]
    action: Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]
    targetUrl: NotRequired[Optional[str]]
    name: NotRequired[Optional[str]]
    headers: NotRequired[Optional[dict[str, str]]]
    filterEntityType: NotRequired[Optional[str]]
    filterConditionEntityID: NotRequired["FilterID"]
    includeOwn: NotRequired[Optional[bool]]
    patience: NotRequired[Optional[str]]

class SubscribableEvents(TypedDict):
    entityType: Literal["WorkOrders", "Tasks", "Assets", "Forms", "PurchaseOrders", "Jobs", "Employees", "Users", "Products"]
    actions: list[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]
    filterEntityType: Optional[Literal["Boards", "FormTemplates", "AssetStatuses"]]

class Delivery(TypedDict):
    id: int
    webhookId: str
    cause: Literal["event", "test", "resend"]
    recordID: int
    state: Literal["waiting", "succeeded", "failed", "suppressed", "dropped", "own"]
    status: Optional[int]
    error: "DeliveryError"
    createdOn: str
    processedDate: str
    settledOn: Optional[str]
    nextAttemptOn: Optional[str]
    waitingSince: Optional[str]
    repeats: Optional[int]
    resendOf: Optional[int]
    recovery: Optional[int]
    attempts: list["DeliveryAttempt"]

class DeliveryAttempt(TypedDict):
    attempt: int
    startedOn: str
    status: Optional[int]
    error: "DeliveryError"
    message: Optional[str]
    timings: "DeliveryAttemptTimings"
    answer: Optional[str]
    answerHeaders: NotRequired[Optional[dict[str, str]]]
    target: NotRequired[str]

class DeliveryAttemptTimings(TypedDict):
    dnsMs: Optional[float]
    connectMs: Optional[float]
    tlsMs: Optional[float]
    firstByteMs: Optional[float]
    totalMs: Optional[float]

DeliveryError = Optional[Literal["dns", "refused_address", "connect", "tls", "timeout", "reset", "damaged", "status"]]

class PatchAdd(TypedDict):
    op: Literal["add"]
    path: str
    value: Any

class PatchReplace(TypedDict):
    op: Literal["replace"]
    path: str
    value: Any

class PatchRemove(TypedDict):
    op: Literal["remove"]
    path: str

PatchMove = TypedDict(
    "PatchMove",
    {
        "op": Literal["move"],
        "from": str,
        "path": str,
    },
)

PatchCopy = TypedDict(
    "PatchCopy",
    {
        "op": Literal["copy"],
        "from": str,
        "path": str,
    },
)

class PatchTest(TypedDict):
    op: Literal["test"]
    path: str
    value: Any

PatchOperation = Union["PatchAdd", "PatchReplace", "PatchRemove", "PatchMove", "PatchCopy", "PatchTest"]

JsonPatch = list["PatchOperation"]

class Health(TypedDict):
    failuresInARow: int
    waiting: int
    oldestWaitingOn: Optional[str]
    lastSuccessOn: Optional[str]
    p95Ms: Optional[float]
    hours: list["HealthHour"]

class HealthHour(TypedDict):
    hour: str
    ok: int
    failed: int
    suppressed: int
    dropped: int

class WebhookHealth(TypedDict):
    id: int
    failuresInARow: int
    waiting: int
    oldestWaitingOn: Optional[str]
    lastSuccessOn: Optional[str]
    p95Ms: Optional[float]
    hours: list["HealthHour"]

class RecentEvent(TypedDict):
    change: str
    recordID: int
    title: Optional[str]
    on: str
    submitter: str

class SubscriptionNotice(TypedDict):
    on: str
    webhook: int
    name: Optional[str]
    state: Literal["warned", "off"]
    why: str

class DeliveryBody(TypedDict):
    data: dict[str, Any]
    submitter: str
    processedDate: str

class SentRequest(TypedDict):
    headers: dict[str, str]
    body: "DeliveryBody"

class Rehearsal(TypedDict):
    days: int
    since: str
    cut: bool
    matched: int
    perDay: list["RehearsalPerDay"]
    unfiltered: int
    nearby: list["RehearsalNearby"]
    sample: "RehearsalSample"

class RehearsalPerDay(TypedDict):
    day: str
    count: int

class RehearsalNearby(TypedDict):
    id: int
    title: Optional[str]
    count: int

class RehearsalSample(TypedDict):
    """What would have been sent of the newest of them."""

    headers: dict[str, str]
    body: "DeliveryBody"
    real: bool

ExplanationRequest = Union["RecordExplanationRequest", "EventExplanationRequest"]

RecordExplanationRequest = TypedDict(
    "RecordExplanationRequest",
    {
        "recordID": int,
        "from": NotRequired[str],
        "to": NotRequired[str],
    },
)

class EventExplanationRequest(TypedDict):
    webhookId: str

class Explanation(TypedDict):
    change: Optional["ExplanationChange"]
    steps: list["ExplanationStep"]
    delivery: Optional["Delivery"]

class ExplanationChange(TypedDict):
    """Null where there is none: the record did not change, or it was a test."""

    version: int
    at: str
    by: "Author"

class ExplanationStep(TypedDict):
    step: Literal["changed", "event", "existed", "on", "filter", "own", "repeat", "turn", "sent"]
    ok: Optional[bool]
    evidence: str
    fix: Optional[str]

Recoverable = Literal["failed", "dropped", "missed"]

class RecoveryRequest(TypedDict):
    since: str
    until: NotRequired[Optional[str]]
    what: list["Recoverable"]
    newestOnly: NotRequired[Optional[bool]]
    perSecond: NotRequired[Optional[int]]
    dryRun: NotRequired[Optional[bool]]

class RecoveryCount(TypedDict):
    total: int
    failed: int
    dropped: int
    missed: int

class ResendCount(TypedDict):
    total: int

class Recovery(TypedDict):
    id: int
    kind: Literal["recover", "resend"]
    state: Literal["counting", "running", "paused", "complete", "cancelled", "failed"]
    reason: Optional[str]
    since: Optional[str]
    until: Optional[str]
    what: Optional[list["Recoverable"]]
    newestOnly: Optional[bool]
    filter: Optional[str]
    perSecond: int
    total: Optional[int]
    done: int
    delivered: int
    failed: int
    skipped: int
    createdOn: str
    endedOn: Optional[str]

class ServiceStatus(TypedDict):
    status: Literal["ok", "ready"]

class OpenApiDocument(TypedDict):
    openapi: str

Problem = TypedDict(
    "Problem",
    {
        "type": str,
        "title": str,
        "status": int,
        "detail": str,
        "code": Literal["malformed_request", "invalid_query", "invalid_json", "invalid_body", "invalid_patch", "invalid_record", "invalid_subscription", "invalid_document", "query_too_large", "answer_too_large", "invalid_header", "unauthorized", "forbidden", "person_required", "not_found", "method_not_allowed", "request_timeout", "state_not_allowed", "patch_test_failed", "value_taken", "conflict", "proposal_decided", "version_gone", "cursor_expired", "precondition_failed", "body_too_large", "record_too_large", "unsupported_media_type", "expectation_failed", "idempotency_key_reused", "rate_limited", "too_many_held", "too_many_streams", "headers_too_large", "internal_error", "unavailable", "overloaded", "account_frozen"],
        "requestId": str,
        "from": NotRequired[str],
        "to": NotRequired[str],
        "allowed": NotRequired[list[str]],
        "state": NotRequired[str],
        "step": NotRequired[int],
        "startOver": NotRequired[str],
        "errors": NotRequired[list["ProblemError"]],
    },
)

class ProblemError(TypedDict):
    pointer: NotRequired[str]
    parameter: NotRequired[str]
    header: NotRequired[str]
    message: str

FilterValue = Union[str, int, float, bool, None]
Filter = Union[FilterValue, list[FilterValue], list[str], list[int]]

class ListWorkOrdersQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    search: NotRequired[str]
    Deleted: NotRequired[Union[bool, str]]
    ID: NotRequired[Filter]
    Number: NotRequired[Filter]
    Name: NotRequired[Filter]
    Description: NotRequired[Filter]
    Status: NotRequired[Filter]
    HoldReason: NotRequired[Filter]
    Priority: NotRequired[Filter]
    Type: NotRequired[Filter]
    Category: NotRequired[Filter]
    BoardID: NotRequired[Filter]
    AssetID: NotRequired[Filter]
    LocationID: NotRequired[Filter]
    JobID: NotRequired[Filter]
    ParentWorkOrderID: NotRequired[Filter]
    VendorID: NotRequired[Filter]
    AssignedEmployeeID: NotRequired[Filter]
    RequesterName: NotRequired[Filter]
    RequesterEmail: NotRequired[Filter]
    DueOn: NotRequired[Filter]
    ScheduledStartOn: NotRequired[Filter]
    ScheduledEndOn: NotRequired[Filter]
    StartedOn: NotRequired[Filter]
    CompletedOn: NotRequired[Filter]
    CancelledOn: NotRequired[Filter]
    CancelReason: NotRequired[Filter]
    CompletionNotes: NotRequired[Filter]
    EstimatedMinutes: NotRequired[Filter]
    LabourMinutes: NotRequired[Filter]
    LabourCost: NotRequired[Filter]
    PartsCost: NotRequired[Filter]
    OtherCost: NotRequired[Filter]
    TotalCost: NotRequired[Filter]
    ExternalID: NotRequired[Filter]
    CreatedOn: NotRequired[Filter]
    UpdatedOn: NotRequired[Filter]
    CreatedBy: NotRequired[Filter]
    UpdatedBy: NotRequired[Filter]
    columns: NotRequired[str]

class GetWorkOrderQuery(TypedDict):
    fields: NotRequired[str]
    version: NotRequired[int]

class ListTasksQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    search: NotRequired[str]
    Deleted: NotRequired[Union[bool, str]]
    ID: NotRequired[Filter]
    Name: NotRequired[Filter]
    Description: NotRequired[Filter]
    Status: NotRequired[Filter]
    WorkOrderID: NotRequired[Filter]
    JobID: NotRequired[Filter]
    AssetID: NotRequired[Filter]
    AssignedEmployeeID: NotRequired[Filter]
    Position: NotRequired[Filter]
    Required: NotRequired[Filter]
    Priority: NotRequired[Filter]
    Type: NotRequired[Filter]
    Result: NotRequired[Filter]
    Notes: NotRequired[Filter]
    DueOn: NotRequired[Filter]
    StartedOn: NotRequired[Filter]
    CompletedOn: NotRequired[Filter]
    CancelledOn: NotRequired[Filter]
    CancelReason: NotRequired[Filter]
    EstimatedMinutes: NotRequired[Filter]
    SpentMinutes: NotRequired[Filter]
    TaskExternalMessagingID: NotRequired[Filter]
    ExternalID: NotRequired[Filter]
    CreatedOn: NotRequired[Filter]
    UpdatedOn: NotRequired[Filter]
    CreatedBy: NotRequired[Filter]
    UpdatedBy: NotRequired[Filter]
    columns: NotRequired[str]

class GetTaskQuery(TypedDict):
    fields: NotRequired[str]
    version: NotRequired[int]

class ListAssetsQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    search: NotRequired[str]
    Deleted: NotRequired[Union[bool, str]]
    ID: NotRequired[Filter]
    Name: NotRequired[Filter]
    Description: NotRequired[Filter]
    AssetNumber: NotRequired[Filter]
    SerialNumber: NotRequired[Filter]
    Barcode: NotRequired[Filter]
    Manufacturer: NotRequired[Filter]
    Model: NotRequired[Filter]
    ModelYear: NotRequired[Filter]
    Category: NotRequired[Filter]
    ParentAssetID: NotRequired[Filter]
    LocationID: NotRequired[Filter]
    AssetStatusID: NotRequired[Filter]
    Criticality: NotRequired[Filter]
    VendorID: NotRequired[Filter]
    AssignedEmployeeID: NotRequired[Filter]
    PurchasedOn: NotRequired[Filter]
    InServiceOn: NotRequired[Filter]
    WarrantyExpiresOn: NotRequired[Filter]
    RetiredOn: NotRequired[Filter]
    PurchaseCost: NotRequired[Filter]
    MeterUnit: NotRequired[Filter]
    MeterValue: NotRequired[Filter]
    MeterReadOn: NotRequired[Filter]
    ExternalID: NotRequired[Filter]
    CreatedOn: NotRequired[Filter]
    UpdatedOn: NotRequired[Filter]
    CreatedBy: NotRequired[Filter]
    UpdatedBy: NotRequired[Filter]
    columns: NotRequired[str]

class GetAssetQuery(TypedDict):
    fields: NotRequired[str]
    version: NotRequired[int]

class ListFormsQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    search: NotRequired[str]
    Deleted: NotRequired[Union[bool, str]]
    ID: NotRequired[Filter]
    Number: NotRequired[Filter]
    Name: NotRequired[Filter]
    FormTemplateID: NotRequired[Filter]
    Status: NotRequired[Filter]
    WorkOrderID: NotRequired[Filter]
    TaskID: NotRequired[Filter]
    AssetID: NotRequired[Filter]
    LocationID: NotRequired[Filter]
    JobID: NotRequired[Filter]
    AssignedEmployeeID: NotRequired[Filter]
    DueOn: NotRequired[Filter]
    SubmittedOn: NotRequired[Filter]
    Score: NotRequired[Filter]
    Passed: NotRequired[Filter]
    FlaggedCount: NotRequired[Filter]
    AmendsFormID: NotRequired[Filter]
    ExternalID: NotRequired[Filter]
    CreatedOn: NotRequired[Filter]
    UpdatedOn: NotRequired[Filter]
    CreatedBy: NotRequired[Filter]
    UpdatedBy: NotRequired[Filter]
    columns: NotRequired[str]

class GetFormQuery(TypedDict):
    fields: NotRequired[str]
    version: NotRequired[int]

class ListPurchaseOrdersQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    search: NotRequired[str]
    Deleted: NotRequired[Union[bool, str]]
    ID: NotRequired[Filter]
    Number: NotRequired[Filter]
    Name: NotRequired[Filter]
    Status: NotRequired[Filter]
    VendorID: NotRequired[Filter]
    WorkOrderID: NotRequired[Filter]
    JobID: NotRequired[Filter]
    ShipToLocationID: NotRequired[Filter]
    Currency: NotRequired[Filter]
    OrderedOn: NotRequired[Filter]
    ExpectedOn: NotRequired[Filter]
    ApprovedOn: NotRequired[Filter]
    SentOn: NotRequired[Filter]
    CompletedOn: NotRequired[Filter]
    CancelledOn: NotRequired[Filter]
    CancelReason: NotRequired[Filter]
    Subtotal: NotRequired[Filter]
    TaxAmount: NotRequired[Filter]
    ShippingAmount: NotRequired[Filter]
    Total: NotRequired[Filter]
    ReceivedPercent: NotRequired[Filter]
    VendorReference: NotRequired[Filter]
    NotesToVendor: NotRequired[Filter]
    InternalNotes: NotRequired[Filter]
    ExternalID: NotRequired[Filter]
    CreatedOn: NotRequired[Filter]
    UpdatedOn: NotRequired[Filter]
    CreatedBy: NotRequired[Filter]
    UpdatedBy: NotRequired[Filter]
    columns: NotRequired[str]

class GetPurchaseOrderQuery(TypedDict):
    fields: NotRequired[str]
    version: NotRequired[int]

class ListJobsQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    search: NotRequired[str]
    Deleted: NotRequired[Union[bool, str]]
    ID: NotRequired[Filter]
    Number: NotRequired[Filter]
    Name: NotRequired[Filter]
    Description: NotRequired[Filter]
    Status: NotRequired[Filter]
    Type: NotRequired[Filter]
    Priority: NotRequired[Filter]
    CustomerName: NotRequired[Filter]
    ContactName: NotRequired[Filter]
    ContactPhone: NotRequired[Filter]
    ContactEmail: NotRequired[Filter]
    CustomerReference: NotRequired[Filter]
    LocationID: NotRequired[Filter]
    ManagerEmployeeID: NotRequired[Filter]
    ScheduledStartOn: NotRequired[Filter]
    ScheduledEndOn: NotRequired[Filter]
    StartedOn: NotRequired[Filter]
    CompletedOn: NotRequired[Filter]
    CancelledOn: NotRequired[Filter]
    CancelReason: NotRequired[Filter]
    BudgetAmount: NotRequired[Filter]
    Notes: NotRequired[Filter]
    ExternalID: NotRequired[Filter]
    CreatedOn: NotRequired[Filter]
    UpdatedOn: NotRequired[Filter]
    CreatedBy: NotRequired[Filter]
    UpdatedBy: NotRequired[Filter]
    columns: NotRequired[str]

class GetJobQuery(TypedDict):
    fields: NotRequired[str]
    version: NotRequired[int]

class ListEmployeesQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    search: NotRequired[str]
    Deleted: NotRequired[Union[bool, str]]
    ID: NotRequired[Filter]
    EmployeeNumber: NotRequired[Filter]
    FirstName: NotRequired[Filter]
    LastName: NotRequired[Filter]
    DisplayName: NotRequired[Filter]
    Email: NotRequired[Filter]
    Phone: NotRequired[Filter]
    JobTitle: NotRequired[Filter]
    Department: NotRequired[Filter]
    Status: NotRequired[Filter]
    HiredOn: NotRequired[Filter]
    TerminatedOn: NotRequired[Filter]
    ManagerEmployeeID: NotRequired[Filter]
    HomeLocationID: NotRequired[Filter]
    UserID: NotRequired[Filter]
    HourlyRate: NotRequired[Filter]
    ExternalID: NotRequired[Filter]
    CreatedOn: NotRequired[Filter]
    UpdatedOn: NotRequired[Filter]
    CreatedBy: NotRequired[Filter]
    UpdatedBy: NotRequired[Filter]
    columns: NotRequired[str]

class GetEmployeeQuery(TypedDict):
    fields: NotRequired[str]
    version: NotRequired[int]

class ListUsersQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    search: NotRequired[str]
    Deleted: NotRequired[Union[bool, str]]
    ID: NotRequired[Filter]
    Email: NotRequired[Filter]
    FirstName: NotRequired[Filter]
    LastName: NotRequired[Filter]
    Phone: NotRequired[Filter]
    Role: NotRequired[Filter]
    CompanySettings: NotRequired[Filter]
    Status: NotRequired[Filter]
    TimeZone: NotRequired[Filter]
    Locale: NotRequired[Filter]
    LastLoginOn: NotRequired[Filter]
    ExternalID: NotRequired[Filter]
    CreatedOn: NotRequired[Filter]
    UpdatedOn: NotRequired[Filter]
    CreatedBy: NotRequired[Filter]
    UpdatedBy: NotRequired[Filter]
    columns: NotRequired[str]

class GetUserQuery(TypedDict):
    fields: NotRequired[str]
    version: NotRequired[int]

class ListProductsQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    search: NotRequired[str]
    Deleted: NotRequired[Union[bool, str]]
    ID: NotRequired[Filter]
    SKU: NotRequired[Filter]
    Name: NotRequired[Filter]
    Description: NotRequired[Filter]
    Category: NotRequired[Filter]
    Type: NotRequired[Filter]
    Unit: NotRequired[Filter]
    UnitCost: NotRequired[Filter]
    UnitPrice: NotRequired[Filter]
    Barcode: NotRequired[Filter]
    Manufacturer: NotRequired[Filter]
    ManufacturerPartNumber: NotRequired[Filter]
    PreferredVendorID: NotRequired[Filter]
    VendorPartNumber: NotRequired[Filter]
    Stocked: NotRequired[Filter]
    Active: NotRequired[Filter]
    QuantityOnHand: NotRequired[Filter]
    MinimumQuantity: NotRequired[Filter]
    MaximumQuantity: NotRequired[Filter]
    LocationID: NotRequired[Filter]
    Bin: NotRequired[Filter]
    ExternalID: NotRequired[Filter]
    CreatedOn: NotRequired[Filter]
    UpdatedOn: NotRequired[Filter]
    CreatedBy: NotRequired[Filter]
    UpdatedBy: NotRequired[Filter]
    columns: NotRequired[str]

class GetProductQuery(TypedDict):
    fields: NotRequired[str]
    version: NotRequired[int]

class ListRoutesQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    search: NotRequired[str]
    Deleted: NotRequired[Union[bool, str]]
    ID: NotRequired[Filter]
    Name: NotRequired[Filter]
    Description: NotRequired[Filter]
    Status: NotRequired[Filter]
    AssignedEmployeeID: NotRequired[Filter]
    VehicleAssetID: NotRequired[Filter]
    JobID: NotRequired[Filter]
    ScheduledStartOn: NotRequired[Filter]
    ScheduledEndOn: NotRequired[Filter]
    StartedOn: NotRequired[Filter]
    CompletedOn: NotRequired[Filter]
    CancelledOn: NotRequired[Filter]
    ExternalID: NotRequired[Filter]
    CreatedOn: NotRequired[Filter]
    UpdatedOn: NotRequired[Filter]
    CreatedBy: NotRequired[Filter]
    UpdatedBy: NotRequired[Filter]
    columns: NotRequired[str]

class GetRouteQuery(TypedDict):
    fields: NotRequired[str]
    version: NotRequired[int]

class ListBoardsQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    search: NotRequired[str]
    Deleted: NotRequired[Union[bool, str]]
    ID: NotRequired[Filter]
    Name: NotRequired[Filter]
    Description: NotRequired[Filter]
    Position: NotRequired[Filter]
    Archived: NotRequired[Filter]
    ExternalID: NotRequired[Filter]
    CreatedOn: NotRequired[Filter]
    UpdatedOn: NotRequired[Filter]
    CreatedBy: NotRequired[Filter]
    UpdatedBy: NotRequired[Filter]
    columns: NotRequired[str]

class GetBoardQuery(TypedDict):
    fields: NotRequired[str]
    version: NotRequired[int]

class ListFormTemplatesQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    search: NotRequired[str]
    Deleted: NotRequired[Union[bool, str]]
    ID: NotRequired[Filter]
    Name: NotRequired[Filter]
    Description: NotRequired[Filter]
    Category: NotRequired[Filter]
    Status: NotRequired[Filter]
    ExternalID: NotRequired[Filter]
    CreatedOn: NotRequired[Filter]
    UpdatedOn: NotRequired[Filter]
    CreatedBy: NotRequired[Filter]
    UpdatedBy: NotRequired[Filter]
    columns: NotRequired[str]

class GetFormTemplateQuery(TypedDict):
    fields: NotRequired[str]
    version: NotRequired[int]

class ListAssetStatusesQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    search: NotRequired[str]
    Deleted: NotRequired[Union[bool, str]]
    ID: NotRequired[Filter]
    Name: NotRequired[Filter]
    BaseStatus: NotRequired[Filter]
    Position: NotRequired[Filter]
    Colour: NotRequired[Filter]
    ExternalID: NotRequired[Filter]
    CreatedOn: NotRequired[Filter]
    UpdatedOn: NotRequired[Filter]
    CreatedBy: NotRequired[Filter]
    UpdatedBy: NotRequired[Filter]
    columns: NotRequired[str]

class GetAssetStatusQuery(TypedDict):
    fields: NotRequired[str]
    version: NotRequired[int]

class ListLocationsQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    search: NotRequired[str]
    Deleted: NotRequired[Union[bool, str]]
    ID: NotRequired[Filter]
    Name: NotRequired[Filter]
    Code: NotRequired[Filter]
    ParentLocationID: NotRequired[Filter]
    Type: NotRequired[Filter]
    Address1: NotRequired[Filter]
    Address2: NotRequired[Filter]
    City: NotRequired[Filter]
    Region: NotRequired[Filter]
    PostalCode: NotRequired[Filter]
    Country: NotRequired[Filter]
    Latitude: NotRequired[Filter]
    Longitude: NotRequired[Filter]
    TimeZone: NotRequired[Filter]
    Active: NotRequired[Filter]
    ExternalID: NotRequired[Filter]
    CreatedOn: NotRequired[Filter]
    UpdatedOn: NotRequired[Filter]
    CreatedBy: NotRequired[Filter]
    UpdatedBy: NotRequired[Filter]
    columns: NotRequired[str]

class GetLocationQuery(TypedDict):
    fields: NotRequired[str]
    version: NotRequired[int]

class ListVendorsQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    search: NotRequired[str]
    Deleted: NotRequired[Union[bool, str]]
    ID: NotRequired[Filter]
    Name: NotRequired[Filter]
    VendorNumber: NotRequired[Filter]
    Type: NotRequired[Filter]
    ContactName: NotRequired[Filter]
    Email: NotRequired[Filter]
    Phone: NotRequired[Filter]
    Website: NotRequired[Filter]
    PaymentTerms: NotRequired[Filter]
    TaxNumber: NotRequired[Filter]
    HourlyRate: NotRequired[Filter]
    Active: NotRequired[Filter]
    ExternalID: NotRequired[Filter]
    CreatedOn: NotRequired[Filter]
    UpdatedOn: NotRequired[Filter]
    CreatedBy: NotRequired[Filter]
    UpdatedBy: NotRequired[Filter]
    columns: NotRequired[str]

class GetVendorQuery(TypedDict):
    fields: NotRequired[str]
    version: NotRequired[int]

class ListChangesQuery(TypedDict):
    after: NotRequired[str]
    take: NotRequired[int]
    entityType: NotRequired[Filter]
    action: NotRequired[Filter]
    wait: NotRequired[int]

class ListWorkOrderHistoryQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    version: NotRequired[Filter]
    on: NotRequired[Filter]
    by: NotRequired[Filter]
    field: NotRequired[Filter]

class ListTaskHistoryQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    version: NotRequired[Filter]
    on: NotRequired[Filter]
    by: NotRequired[Filter]
    field: NotRequired[Filter]

class ListAssetHistoryQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    version: NotRequired[Filter]
    on: NotRequired[Filter]
    by: NotRequired[Filter]
    field: NotRequired[Filter]

class ListFormHistoryQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    version: NotRequired[Filter]
    on: NotRequired[Filter]
    by: NotRequired[Filter]
    field: NotRequired[Filter]

class ListPurchaseOrderHistoryQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    version: NotRequired[Filter]
    on: NotRequired[Filter]
    by: NotRequired[Filter]
    field: NotRequired[Filter]

class ListJobHistoryQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    version: NotRequired[Filter]
    on: NotRequired[Filter]
    by: NotRequired[Filter]
    field: NotRequired[Filter]

class ListEmployeeHistoryQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    version: NotRequired[Filter]
    on: NotRequired[Filter]
    by: NotRequired[Filter]
    field: NotRequired[Filter]

class ListUserHistoryQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    version: NotRequired[Filter]
    on: NotRequired[Filter]
    by: NotRequired[Filter]
    field: NotRequired[Filter]

class ListProductHistoryQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    version: NotRequired[Filter]
    on: NotRequired[Filter]
    by: NotRequired[Filter]
    field: NotRequired[Filter]

class ListRouteHistoryQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    version: NotRequired[Filter]
    on: NotRequired[Filter]
    by: NotRequired[Filter]
    field: NotRequired[Filter]

class ListBoardHistoryQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    version: NotRequired[Filter]
    on: NotRequired[Filter]
    by: NotRequired[Filter]
    field: NotRequired[Filter]

class ListFormTemplateHistoryQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    version: NotRequired[Filter]
    on: NotRequired[Filter]
    by: NotRequired[Filter]
    field: NotRequired[Filter]

class ListAssetStatusHistoryQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    version: NotRequired[Filter]
    on: NotRequired[Filter]
    by: NotRequired[Filter]
    field: NotRequired[Filter]

class ListLocationHistoryQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    version: NotRequired[Filter]
    on: NotRequired[Filter]
    by: NotRequired[Filter]
    field: NotRequired[Filter]

class ListVendorHistoryQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    version: NotRequired[Filter]
    on: NotRequired[Filter]
    by: NotRequired[Filter]
    field: NotRequired[Filter]

class ListProposalsQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    id: NotRequired[Filter]
    plan: NotRequired[Filter]
    order: NotRequired[Filter]
    state: NotRequired[Filter]
    type: NotRequired[Filter]
    recordID: NotRequired[Filter]
    operation: NotRequired[Filter]
    createdOn: NotRequired[Filter]
    expiresOn: NotRequired[Filter]
    decidedOn: NotRequired[Filter]

class ListWebhooksQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    id: NotRequired[Filter]
    entityType: NotRequired[Filter]
    action: NotRequired[Filter]
    targetUrl: NotRequired[Filter]
    name: NotRequired[Filter]
    filterEntityType: NotRequired[Filter]
    filterConditionEntityID: NotRequired[Filter]
    includeOwn: NotRequired[Filter]
    patience: NotRequired[Filter]
    active: NotRequired[Filter]
    deactivateReason: NotRequired[Filter]
    warning: NotRequired[Filter]
    createdOn: NotRequired[Filter]

class ListWebhookDeliveriesQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    id: NotRequired[Filter]
    webhookId: NotRequired[Filter]
    cause: NotRequired[Filter]
    recordID: NotRequired[Filter]
    state: NotRequired[Filter]
    status: NotRequired[Filter]
    error: NotRequired[Filter]
    createdOn: NotRequired[Filter]
    processedDate: NotRequired[Filter]
    settledOn: NotRequired[Filter]
    nextAttemptOn: NotRequired[Filter]
    waitingSince: NotRequired[Filter]
    repeats: NotRequired[Filter]
    resendOf: NotRequired[Filter]
    recovery: NotRequired[Filter]

class ListWebhookHealthQuery(TypedDict):
    hours: NotRequired[int]

class ListWebhookSamplesQuery(TypedDict):
    entityType: NotRequired[Literal["WorkOrders", "Tasks", "Assets", "Forms", "PurchaseOrders", "Jobs", "Employees", "Users", "Products"]]
    action: NotRequired[Literal["Created", "Updated", "Completed", "Cancelled", "Submitted", "Sent", "PartiallyFulfilled"]]

class GetWebhookHealthQuery(TypedDict):
    hours: NotRequired[int]

class TestWebhookQuery(TypedDict):
    change: NotRequired[str]

class ResendWebhookDeliveriesQuery(TypedDict):
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    id: NotRequired[Filter]
    webhookId: NotRequired[Filter]
    cause: NotRequired[Filter]
    recordID: NotRequired[Filter]
    state: NotRequired[Filter]
    status: NotRequired[Filter]
    error: NotRequired[Filter]
    createdOn: NotRequired[Filter]
    processedDate: NotRequired[Filter]
    settledOn: NotRequired[Filter]
    nextAttemptOn: NotRequired[Filter]
    waitingSince: NotRequired[Filter]
    repeats: NotRequired[Filter]
    resendOf: NotRequired[Filter]
    recovery: NotRequired[Filter]
    dryRun: NotRequired[bool]
    perSecond: NotRequired[int]

class ListWebhookRecoveriesQuery(TypedDict):
    take: NotRequired[int]
    skip: NotRequired[int]
    orderby: NotRequired[str]
    fuzzy: NotRequired[bool]
    extFilter: NotRequired[bool]
    contains: NotRequired[Filter]
    fields: NotRequired[str]
    count: NotRequired[bool]
    id: NotRequired[Filter]
    kind: NotRequired[Filter]
    state: NotRequired[Filter]
    reason: NotRequired[Filter]
    since: NotRequired[Filter]
    until: NotRequired[Filter]
    newestOnly: NotRequired[Filter]
    filter: NotRequired[Filter]
    perSecond: NotRequired[Filter]
    total: NotRequired[Filter]
    done: NotRequired[Filter]
    delivered: NotRequired[Filter]
    failed: NotRequired[Filter]
    skipped: NotRequired[Filter]
    createdOn: NotRequired[Filter]
    endedOn: NotRequired[Filter]

OPERATIONS: dict[str, tuple[str, str]] = {
    "getMe": ("GET", "/api/Me"),
    "getCatalogue": ("GET", "/api/Catalogue"),
    "findNames": ("POST", "/api/Names"),
    "listWorkOrders": ("GET", "/api/WorkOrders"),
    "createWorkOrder": ("POST", "/api/WorkOrders"),
    "getWorkOrder": ("GET", "/api/WorkOrders/{id}"),
    "updateWorkOrder": ("PATCH", "/api/WorkOrders/{id}"),
    "deleteWorkOrder": ("DELETE", "/api/WorkOrders/{id}"),
    "listWorkOrderMoves": ("GET", "/api/WorkOrders/{id}/Moves"),
    "dryRunWorkOrder": ("POST", "/api/WorkOrders/DryRun"),
    "listTasks": ("GET", "/api/Tasks"),
    "createTask": ("POST", "/api/Tasks"),
    "getTask": ("GET", "/api/Tasks/{id}"),
    "updateTask": ("PATCH", "/api/Tasks/{id}"),
    "deleteTask": ("DELETE", "/api/Tasks/{id}"),
    "listTaskMoves": ("GET", "/api/Tasks/{id}/Moves"),
    "dryRunTask": ("POST", "/api/Tasks/DryRun"),
    "listAssets": ("GET", "/api/Assets"),
    "createAsset": ("POST", "/api/Assets"),
    "getAsset": ("GET", "/api/Assets/{id}"),
    "updateAsset": ("PATCH", "/api/Assets/{id}"),
    "deleteAsset": ("DELETE", "/api/Assets/{id}"),
    "dryRunAsset": ("POST", "/api/Assets/DryRun"),
    "listForms": ("GET", "/api/Forms"),
    "createForm": ("POST", "/api/Forms"),
    "getForm": ("GET", "/api/Forms/{id}"),
    "updateForm": ("PATCH", "/api/Forms/{id}"),
    "deleteForm": ("DELETE", "/api/Forms/{id}"),
    "listFormMoves": ("GET", "/api/Forms/{id}/Moves"),
    "dryRunForm": ("POST", "/api/Forms/DryRun"),
    "listPurchaseOrders": ("GET", "/api/PurchaseOrders"),
    "createPurchaseOrder": ("POST", "/api/PurchaseOrders"),
    "getPurchaseOrder": ("GET", "/api/PurchaseOrders/{id}"),
    "updatePurchaseOrder": ("PATCH", "/api/PurchaseOrders/{id}"),
    "deletePurchaseOrder": ("DELETE", "/api/PurchaseOrders/{id}"),
    "listPurchaseOrderMoves": ("GET", "/api/PurchaseOrders/{id}/Moves"),
    "dryRunPurchaseOrder": ("POST", "/api/PurchaseOrders/DryRun"),
    "listJobs": ("GET", "/api/Jobs"),
    "createJob": ("POST", "/api/Jobs"),
    "getJob": ("GET", "/api/Jobs/{id}"),
    "updateJob": ("PATCH", "/api/Jobs/{id}"),
    "deleteJob": ("DELETE", "/api/Jobs/{id}"),
    "listJobMoves": ("GET", "/api/Jobs/{id}/Moves"),
    "dryRunJob": ("POST", "/api/Jobs/DryRun"),
    "listEmployees": ("GET", "/api/Employees"),
    "createEmployee": ("POST", "/api/Employees"),
    "getEmployee": ("GET", "/api/Employees/{id}"),
    "updateEmployee": ("PATCH", "/api/Employees/{id}"),
    "deleteEmployee": ("DELETE", "/api/Employees/{id}"),
    "listEmployeeMoves": ("GET", "/api/Employees/{id}/Moves"),
    "dryRunEmployee": ("POST", "/api/Employees/DryRun"),
    "listUsers": ("GET", "/api/Users"),
    "createUser": ("POST", "/api/Users"),
    "getUser": ("GET", "/api/Users/{id}"),
    "updateUser": ("PATCH", "/api/Users/{id}"),
    "deleteUser": ("DELETE", "/api/Users/{id}"),
    "listUserMoves": ("GET", "/api/Users/{id}/Moves"),
    "dryRunUser": ("POST", "/api/Users/DryRun"),
    "listProducts": ("GET", "/api/Products"),
    "createProduct": ("POST", "/api/Products"),
    "getProduct": ("GET", "/api/Products/{id}"),
    "updateProduct": ("PATCH", "/api/Products/{id}"),
    "deleteProduct": ("DELETE", "/api/Products/{id}"),
    "dryRunProduct": ("POST", "/api/Products/DryRun"),
    "listRoutes": ("GET", "/api/Routes"),
    "createRoute": ("POST", "/api/Routes"),
    "getRoute": ("GET", "/api/Routes/{id}"),
    "updateRoute": ("PATCH", "/api/Routes/{id}"),
    "deleteRoute": ("DELETE", "/api/Routes/{id}"),
    "listRouteMoves": ("GET", "/api/Routes/{id}/Moves"),
    "dryRunRoute": ("POST", "/api/Routes/DryRun"),
    "listBoards": ("GET", "/api/Boards"),
    "createBoard": ("POST", "/api/Boards"),
    "getBoard": ("GET", "/api/Boards/{id}"),
    "updateBoard": ("PATCH", "/api/Boards/{id}"),
    "deleteBoard": ("DELETE", "/api/Boards/{id}"),
    "dryRunBoard": ("POST", "/api/Boards/DryRun"),
    "listFormTemplates": ("GET", "/api/FormTemplates"),
    "createFormTemplate": ("POST", "/api/FormTemplates"),
    "getFormTemplate": ("GET", "/api/FormTemplates/{id}"),
    "updateFormTemplate": ("PATCH", "/api/FormTemplates/{id}"),
    "deleteFormTemplate": ("DELETE", "/api/FormTemplates/{id}"),
    "listFormTemplateMoves": ("GET", "/api/FormTemplates/{id}/Moves"),
    "dryRunFormTemplate": ("POST", "/api/FormTemplates/DryRun"),
    "listAssetStatuses": ("GET", "/api/AssetStatuses"),
    "createAssetStatus": ("POST", "/api/AssetStatuses"),
    "getAssetStatus": ("GET", "/api/AssetStatuses/{id}"),
    "updateAssetStatus": ("PATCH", "/api/AssetStatuses/{id}"),
    "deleteAssetStatus": ("DELETE", "/api/AssetStatuses/{id}"),
    "dryRunAssetStatus": ("POST", "/api/AssetStatuses/DryRun"),
    "listLocations": ("GET", "/api/Locations"),
    "createLocation": ("POST", "/api/Locations"),
    "getLocation": ("GET", "/api/Locations/{id}"),
    "updateLocation": ("PATCH", "/api/Locations/{id}"),
    "deleteLocation": ("DELETE", "/api/Locations/{id}"),
    "dryRunLocation": ("POST", "/api/Locations/DryRun"),
    "listVendors": ("GET", "/api/Vendors"),
    "createVendor": ("POST", "/api/Vendors"),
    "getVendor": ("GET", "/api/Vendors/{id}"),
    "updateVendor": ("PATCH", "/api/Vendors/{id}"),
    "deleteVendor": ("DELETE", "/api/Vendors/{id}"),
    "dryRunVendor": ("POST", "/api/Vendors/DryRun"),
    "listChanges": ("GET", "/api/Changes"),
    "listWorkOrderHistory": ("GET", "/api/WorkOrders/{id}/History"),
    "listTaskHistory": ("GET", "/api/Tasks/{id}/History"),
    "listAssetHistory": ("GET", "/api/Assets/{id}/History"),
    "listFormHistory": ("GET", "/api/Forms/{id}/History"),
    "listPurchaseOrderHistory": ("GET", "/api/PurchaseOrders/{id}/History"),
    "listJobHistory": ("GET", "/api/Jobs/{id}/History"),
    "listEmployeeHistory": ("GET", "/api/Employees/{id}/History"),
    "listUserHistory": ("GET", "/api/Users/{id}/History"),
    "listProductHistory": ("GET", "/api/Products/{id}/History"),
    "listRouteHistory": ("GET", "/api/Routes/{id}/History"),
    "listBoardHistory": ("GET", "/api/Boards/{id}/History"),
    "listFormTemplateHistory": ("GET", "/api/FormTemplates/{id}/History"),
    "listAssetStatusHistory": ("GET", "/api/AssetStatuses/{id}/History"),
    "listLocationHistory": ("GET", "/api/Locations/{id}/History"),
    "listVendorHistory": ("GET", "/api/Vendors/{id}/History"),
    "listProposals": ("GET", "/api/Proposals"),
    "createProposal": ("POST", "/api/Proposals"),
    "getProposal": ("GET", "/api/Proposals/{id}"),
    "withdrawProposal": ("DELETE", "/api/Proposals/{id}"),
    "listWebhooks": ("GET", "/api/Webhooks"),
    "createWebhook": ("POST", "/api/Webhooks"),
    "listWebhookEvents": ("GET", "/api/Webhooks/Events"),
    "getWebhook": ("GET", "/api/Webhooks/{id}"),
    "updateWebhook": ("PATCH", "/api/Webhooks/{id}"),
    "deleteWebhook": ("DELETE", "/api/Webhooks/{id}"),
    "reactivateWebhook": ("POST", "/api/Webhooks/{id}/Reactivate"),
    "rotateWebhookSecret": ("POST", "/api/Webhooks/{id}/RotateSecret"),
    "listWebhookDeliveries": ("GET", "/api/Webhooks/{id}/Deliveries"),
    "getWebhookDelivery": ("GET", "/api/Webhooks/{id}/Deliveries/{deliveryId}"),
    "resendWebhookDelivery": ("POST", "/api/Webhooks/{id}/Deliveries/{deliveryId}/Resend"),
    "listWebhookHealth": ("GET", "/api/Webhooks/Health"),
    "listWebhookNotices": ("GET", "/api/Webhooks/Notices"),
    "listWebhookSamples": ("GET", "/api/Webhooks/Sample"),
    "rehearseWebhook": ("POST", "/api/Webhooks/Rehearse"),
    "getWebhookHealth": ("GET", "/api/Webhooks/{id}/Health"),
    "explainWebhook": ("POST", "/api/Webhooks/{id}/Why"),
    "getWebhookDeliveryRequest": ("GET", "/api/Webhooks/{id}/Deliveries/{deliveryId}/Request"),
    "listWebhookRecentEvents": ("GET", "/api/Webhooks/{id}/Events"),
    "testWebhook": ("POST", "/api/Webhooks/{id}/Test"),
    "recoverWebhook": ("POST", "/api/Webhooks/{id}/Recover"),
    "resendWebhookDeliveries": ("POST", "/api/Webhooks/{id}/Deliveries/Resend"),
    "listWebhookRecoveries": ("GET", "/api/Webhooks/{id}/Recoveries"),
    "getWebhookRecovery": ("GET", "/api/Webhooks/{id}/Recoveries/{recoveryId}"),
    "pauseWebhookRecovery": ("POST", "/api/Webhooks/{id}/Recoveries/{recoveryId}/Pause"),
    "resumeWebhookRecovery": ("POST", "/api/Webhooks/{id}/Recoveries/{recoveryId}/Resume"),
    "cancelWebhookRecovery": ("POST", "/api/Webhooks/{id}/Recoveries/{recoveryId}/Cancel"),
}

# The filters of each list of records that are texts.
TEXTS: dict[str, list[str]] = {
    "listWorkOrders": ["Number", "Name", "Description", "HoldReason", "Category", "RequesterName", "RequesterEmail", "CancelReason", "CompletionNotes", "ExternalID", "CreatedBy", "UpdatedBy"],
    "listTasks": ["Name", "Description", "Result", "Notes", "CancelReason", "ExternalID", "CreatedBy", "UpdatedBy"],
    "listAssets": ["Name", "Description", "AssetNumber", "SerialNumber", "Barcode", "Manufacturer", "Model", "Category", "MeterUnit", "ExternalID", "CreatedBy", "UpdatedBy"],
    "listForms": ["Number", "Name", "ExternalID", "CreatedBy", "UpdatedBy"],
    "listPurchaseOrders": ["Number", "Name", "Currency", "CancelReason", "VendorReference", "NotesToVendor", "InternalNotes", "ExternalID", "CreatedBy", "UpdatedBy"],
    "listJobs": ["Number", "Name", "Description", "Type", "CustomerName", "ContactName", "ContactPhone", "ContactEmail", "CustomerReference", "CancelReason", "Notes", "ExternalID", "CreatedBy", "UpdatedBy"],
    "listEmployees": ["EmployeeNumber", "FirstName", "LastName", "DisplayName", "Email", "Phone", "JobTitle", "Department", "ExternalID", "CreatedBy", "UpdatedBy"],
    "listUsers": ["Email", "FirstName", "LastName", "Phone", "TimeZone", "Locale", "ExternalID", "CreatedBy", "UpdatedBy"],
    "listProducts": ["SKU", "Name", "Description", "Category", "Unit", "Barcode", "Manufacturer", "ManufacturerPartNumber", "VendorPartNumber", "Bin", "ExternalID", "CreatedBy", "UpdatedBy"],
    "listRoutes": ["Name", "Description", "ExternalID", "CreatedBy", "UpdatedBy"],
    "listBoards": ["Name", "Description", "ExternalID", "CreatedBy", "UpdatedBy"],
    "listFormTemplates": ["Name", "Description", "Category", "ExternalID", "CreatedBy", "UpdatedBy"],
    "listAssetStatuses": ["Name", "Colour", "ExternalID", "CreatedBy", "UpdatedBy"],
    "listLocations": ["Name", "Code", "Address1", "Address2", "City", "Region", "PostalCode", "Country", "TimeZone", "ExternalID", "CreatedBy", "UpdatedBy"],
    "listVendors": ["Name", "VendorNumber", "ContactName", "Email", "Phone", "Website", "PaymentTerms", "TaxNumber", "ExternalID", "CreatedBy", "UpdatedBy"],
}

# Of each list of records, what one of them is called.
COLLECTIONS: dict[str, str] = {
    "WorkOrders": "WorkOrder",
    "Tasks": "Task",
    "Assets": "Asset",
    "Forms": "Form",
    "PurchaseOrders": "PurchaseOrder",
    "Jobs": "Job",
    "Employees": "Employee",
    "Users": "User",
    "Products": "Product",
    "Routes": "Route",
    "Boards": "Board",
    "FormTemplates": "FormTemplate",
    "AssetStatuses": "AssetStatus",
    "Locations": "Location",
    "Vendors": "Vendor",
}
