// Lists, creates, patches and subscribes with the client that openapi-generator writes for Go.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	mds "example.com/local/mds"
)

func must[T any](value T, _ any, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	configuration := mds.NewConfiguration()
	configuration.Servers = mds.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := mds.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), mds.ContextAPIKeys, map[string]mds.APIKey{
		"apiKey":      {Key: os.Getenv("API_KEY")},
		"vaultSecret": {Key: os.Getenv("VAULT_SECRET")},
		"shardID":     {Key: os.Getenv("SHARD_ID")},
	})
	listed := map[string]int{
		"WorkOrders":     len(must(client.WorkOrdersAPI.ListWorkOrders(ctx).Take(5).Execute())),
		"Tasks":          len(must(client.TasksAPI.ListTasks(ctx).Take(5).Execute())),
		"Assets":         len(must(client.AssetsAPI.ListAssets(ctx).Take(5).Execute())),
		"Forms":          len(must(client.FormsAPI.ListForms(ctx).Take(5).Execute())),
		"PurchaseOrders": len(must(client.PurchaseOrdersAPI.ListPurchaseOrders(ctx).Take(5).Execute())),
		"Jobs":           len(must(client.JobsAPI.ListJobs(ctx).Take(5).Execute())),
		"Employees":      len(must(client.EmployeesAPI.ListEmployees(ctx).Take(5).Execute())),
		"Users":          len(must(client.UsersAPI.ListUsers(ctx).Take(5).Execute())),
		"Products":       len(must(client.ProductsAPI.ListProducts(ctx).Take(5).Execute())),
		"Routes":         len(must(client.RoutesAPI.ListRoutes(ctx).Take(5).Execute())),
		"Boards":         len(must(client.BoardsAPI.ListBoards(ctx).Take(5).Execute())),
		"FormTemplates":  len(must(client.FormTemplatesAPI.ListFormTemplates(ctx).Take(5).Execute())),
		"AssetStatuses":  len(must(client.AssetStatusesAPI.ListAssetStatuses(ctx).Take(5).Execute())),
		"Locations":      len(must(client.LocationsAPI.ListLocations(ctx).Take(5).Execute())),
		"Vendors":        len(must(client.VendorsAPI.ListVendors(ctx).Take(5).Execute())),
	}

	name := os.Getenv("TASK_NAME")
	creating := mds.NewCreateTask(name)
	creating.SetDueOn(time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC))
	creating.SetTaskExternalMessagingID(1<<40 + 1)
	task := must(client.TasksAPI.CreateTask(ctx).CreateTask(*creating).IdempotencyKey(name).Execute())

	patch := []mds.PatchOperation{
		mds.PatchTestAsPatchOperation(mds.NewPatchTest("test", "/Status", "Open")),
		mds.PatchReplaceAsPatchOperation(mds.NewPatchReplace("replace", "/Status", "Completed")),
	}
	patched := must(client.TasksAPI.UpdateTask(ctx, task.ID).PatchOperation(patch).Execute())
	found := []int64{}
	query := client.TasksAPI.ListTasks(ctx).Name([]string{name}).ExtFilter(true).CompletedOn([]string{"2026-01-01 ge"})
	for _, one := range must(query.Execute()) {
		found = append(found, one.ID)
	}

	buying := mds.NewCreateAsset(name)
	buying.SetPurchaseCost(1234567.89)
	asset := must(client.AssetsAPI.CreateAsset(ctx).CreateAsset(*buying).Execute())
	_, _, refused := client.TasksAPI.GetTask(ctx, 1<<40).Execute()
	problem := refused.(*mds.GenericOpenAPIError).Model().(mds.Problem)

	subscribing := mds.NewCreateSubscription("Tasks", "Completed", "https://hooks.example.com/completed")
	subscribing.SetHeaders(map[string]string{"X-Team": "north"})
	hook := must(client.WebhooksAPI.CreateWebhook(ctx).CreateSubscription(*subscribing).Execute())

	hooks := must(client.WebhooksAPI.ListWebhooks(ctx).Execute())

	answer, err := json.Marshal(map[string]any{
		"listed":      listed,
		"created":     task.ID,
		"dueSeconds":  task.DueOn.Get().Unix(),
		"messagingID": task.GetTaskExternalMessagingID(),
		"status":      patched.Status,
		"found":       found,
		"cost":        asset.GetPurchaseCost(),
		"refusal":     problem.Code,
		"webhook":     hook.Id,
		"webhooks":    len(hooks),
		"secret":      hook.SigningSecret[:6],
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(answer))
}
