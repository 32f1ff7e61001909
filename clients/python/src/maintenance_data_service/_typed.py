"""Generated from openapi.json by `npm run generate`. Changes made here are lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .types import (
    Asset,
    AssetStatus,
    Board,
    CreateAsset,
    CreateAssetStatus,
    CreateBoard,
    CreateEmployee,
    CreateForm,
    CreateFormTemplate,
    CreateJob,
    CreateLocation,
    CreateProduct,
    CreatePurchaseOrder,
    CreateRoute,
    CreateTask,
    CreateUser,
    CreateVendor,
    CreateWorkOrder,
    Employee,
    Form,
    FormTemplate,
    Job,
    ListAssetStatusesQuery,
    ListAssetsQuery,
    ListBoardsQuery,
    ListEmployeesQuery,
    ListFormTemplatesQuery,
    ListFormsQuery,
    ListJobsQuery,
    ListLocationsQuery,
    ListProductsQuery,
    ListPurchaseOrdersQuery,
    ListRoutesQuery,
    ListTasksQuery,
    ListUsersQuery,
    ListVendorsQuery,
    ListWorkOrdersQuery,
    Location,
    Product,
    PurchaseOrder,
    Route,
    Task,
    User,
    Vendor,
    WorkOrder,
)

if TYPE_CHECKING:
    from .aio import AsyncCollection
    from .client import Collection

class Collections:
    WorkOrders: Collection[WorkOrder, CreateWorkOrder, ListWorkOrdersQuery]
    Tasks: Collection[Task, CreateTask, ListTasksQuery]
    Assets: Collection[Asset, CreateAsset, ListAssetsQuery]
    Forms: Collection[Form, CreateForm, ListFormsQuery]
    PurchaseOrders: Collection[PurchaseOrder, CreatePurchaseOrder, ListPurchaseOrdersQuery]
    Jobs: Collection[Job, CreateJob, ListJobsQuery]
    Employees: Collection[Employee, CreateEmployee, ListEmployeesQuery]
    Users: Collection[User, CreateUser, ListUsersQuery]
    Products: Collection[Product, CreateProduct, ListProductsQuery]
    Routes: Collection[Route, CreateRoute, ListRoutesQuery]
    Boards: Collection[Board, CreateBoard, ListBoardsQuery]
    FormTemplates: Collection[FormTemplate, CreateFormTemplate, ListFormTemplatesQuery]
    AssetStatuses: Collection[AssetStatus, CreateAssetStatus, ListAssetStatusesQuery]
    Locations: Collection[Location, CreateLocation, ListLocationsQuery]
    Vendors: Collection[Vendor, CreateVendor, ListVendorsQuery]


class AsyncCollections:
    WorkOrders: AsyncCollection[WorkOrder, CreateWorkOrder, ListWorkOrdersQuery]
    Tasks: AsyncCollection[Task, CreateTask, ListTasksQuery]
    Assets: AsyncCollection[Asset, CreateAsset, ListAssetsQuery]
    Forms: AsyncCollection[Form, CreateForm, ListFormsQuery]
    PurchaseOrders: AsyncCollection[PurchaseOrder, CreatePurchaseOrder, ListPurchaseOrdersQuery]
    Jobs: AsyncCollection[Job, CreateJob, ListJobsQuery]
    Employees: AsyncCollection[Employee, CreateEmployee, ListEmployeesQuery]
    Users: AsyncCollection[User, CreateUser, ListUsersQuery]
    Products: AsyncCollection[Product, CreateProduct, ListProductsQuery]
    Routes: AsyncCollection[Route, CreateRoute, ListRoutesQuery]
    Boards: AsyncCollection[Board, CreateBoard, ListBoardsQuery]
    FormTemplates: AsyncCollection[FormTemplate, CreateFormTemplate, ListFormTemplatesQuery]
    AssetStatuses: AsyncCollection[AssetStatus, CreateAssetStatus, ListAssetStatusesQuery]
    Locations: AsyncCollection[Location, CreateLocation, ListLocationsQuery]
    Vendors: AsyncCollection[Vendor, CreateVendor, ListVendorsQuery]
