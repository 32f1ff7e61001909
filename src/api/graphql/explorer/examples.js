/** Ten questions that a maintenance firm asks, ready to run. The guide has the same ones; a test runs them all. */

export const examples = [
  {
    question: 'What is urgent and not done yet, where is it, and who has it?',
    query: `{
  workOrders(
    filter: { Status: { in: [Open, InProgress, OnHold] }, Priority: { ge: High } }
    orderby: "Priority Desc, DueOn"
    take: 10
  ) {
    total
    nodes {
      Number
      Name
      Status
      Priority
      DueOn
      location { Name }
      asset { Name }
      assignedEmployee { DisplayName Phone }
    }
  }
}`,
  },
  {
    question: 'What is overdue?',
    query: `query Overdue($now: Timestamp!) {
  workOrders(filter: { Status: { in: [Open, InProgress] }, DueOn: { lt: $now } }, orderby: "DueOn") {
    total
    more
    nodes { Number Name DueOn board { Name } assignedEmployee { DisplayName } }
  }
}`,
    variables: `{ "now": "2030-01-01T00:00:00Z" }`,
  },
  {
    question: 'What is there to know about one work order?',
    query: `{
  workOrder(id: 12) {
    Number
    Name
    Description
    Status
    TotalCost
    asset { Name AssetNumber location { Name parentLocation { Name } } }
    tasks(orderby: "Position") { nodes { Name Status Result assignedEmployee { DisplayName } } }
    forms { nodes { Number Name Status Passed } }
    purchaseOrders { nodes { Number Status Total Currency } }
  }
}`,
  },
  {
    question: 'What does each technician still have to do?',
    query: `{
  employees(filter: { Status: { eq: Active }, JobTitle: { contains: "tech" } }, orderby: "DisplayName", take: 10) {
    nodes {
      DisplayName
      tasksByAssignedEmployee(filter: { Status: { in: [Open, InProgress] } }, orderby: "DueOn", take: 5) {
        total
        nodes { Name DueOn workOrder { Number asset { Name } } }
      }
    }
  }
}`,
  },
  {
    question: 'What is broken down, and what is being done about it?',
    query: `{
  assetStatuses(filter: { BaseStatus: { eq: Down } }, take: 5) {
    nodes {
      Name
      assets(take: 10) {
        total
        nodes {
          Name
          Criticality
          location { Name }
          workOrders(filter: { Status: { in: [Open, InProgress, OnHold] } }, take: 3) {
            nodes { Number Name Status }
          }
        }
      }
    }
  }
}`,
  },
  {
    question: 'What has an asset cost us?',
    query: `{
  asset(id: 531) {
    Name
    PurchaseCost
    workOrders(filter: { Status: { eq: Completed } }, orderby: "CompletedOn Desc", take: 20) {
      total
      nodes { Number Name CompletedOn LabourMinutes PartsCost TotalCost }
    }
  }
}`,
  },
  {
    question: 'What is on order, and what waits for it?',
    query: `{
  purchaseOrders(filter: { Status: { in: [Sent, PartiallyFulfilled] } }, orderby: "ExpectedOn", take: 10) {
    total
    nodes {
      Number
      ExpectedOn
      ReceivedPercent
      Total
      Currency
      Lines
      vendor { Name Phone }
      workOrder { Number Name Status }
    }
  }
}`,
  },
  {
    question: 'Whose warranty runs out, and who sold it?',
    query: `query Warranties($from: Date!, $to: Date!) {
  assets(filter: { WarrantyExpiresOn: { ge: $from, lt: $to } }, orderby: "WarrantyExpiresOn", take: 10) {
    total
    nodes { Name SerialNumber WarrantyExpiresOn vendor { Name Email } location { Name } }
  }
}`,
    variables: `{ "from": "2026-01-01", "to": "2028-01-01" }`,
  },
  {
    question: 'Which inspections failed?',
    query: `{
  forms(filter: { Status: { eq: Submitted }, Passed: { eq: false } }, orderby: "SubmittedOn Desc", take: 5) {
    total
    nodes {
      Number
      SubmittedOn
      FlaggedCount
      Answers
      formTemplate { Name }
      asset { Name }
      location { Name }
    }
  }
}`,
  },
  {
    question: 'Who changed a task, and what?',
    query: `{
  history(type: Tasks, id: 4, take: 10) {
    nodes { version on by { kind name email } events changed { field from to } }
  }
}`,
  },
];
