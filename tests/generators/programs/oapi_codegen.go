// Lists, creates, patches and subscribes with the client that oapi-codegen writes for Go.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	"example.com/local/mds/mds"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	credentials := func(_ context.Context, request *http.Request) error {
		request.Header.Set("apiKey", os.Getenv("API_KEY"))
		request.Header.Set("vaultSecret", os.Getenv("VAULT_SECRET"))
		request.Header.Set("shardID", os.Getenv("SHARD_ID"))
		return nil
	}
	client := must(mds.NewClientWithResponses(os.Getenv("BASE_URL"), mds.WithRequestEditorFn(credentials)))
	ctx := context.Background()
	take := 5
	listed := map[string]int{
		"WorkOrders":     len(*must(client.ListWorkOrdersWithResponse(ctx, &mds.ListWorkOrdersParams{Take: &take})).JSON200),
		"Tasks":          len(*must(client.ListTasksWithResponse(ctx, &mds.ListTasksParams{Take: &take})).JSON200),
		"Assets":         len(*must(client.ListAssetsWithResponse(ctx, &mds.ListAssetsParams{Take: &take})).JSON200),
		"Forms":          len(*must(client.ListFormsWithResponse(ctx, &mds.ListFormsParams{Take: &take})).JSON200),
		"PurchaseOrders": len(*must(client.ListPurchaseOrdersWithResponse(ctx, &mds.ListPurchaseOrdersParams{Take: &take})).JSON200),
		"Jobs":           len(*must(client.ListJobsWithResponse(ctx, &mds.ListJobsParams{Take: &take})).JSON200),
		"Employees":      len(*must(client.ListEmployeesWithResponse(ctx, &mds.ListEmployeesParams{Take: &take})).JSON200),
		"Users":          len(*must(client.ListUsersWithResponse(ctx, &mds.ListUsersParams{Take: &take})).JSON200),
		"Products":       len(*must(client.ListProductsWithResponse(ctx, &mds.ListProductsParams{Take: &take})).JSON200),
		"Routes":         len(*must(client.ListRoutesWithResponse(ctx, &mds.ListRoutesParams{Take: &take})).JSON200),
		"Boards":         len(*must(client.ListBoardsWithResponse(ctx, &mds.ListBoardsParams{Take: &take})).JSON200),
		"FormTemplates":  len(*must(client.ListFormTemplatesWithResponse(ctx, &mds.ListFormTemplatesParams{Take: &take})).JSON200),
		"AssetStatuses":  len(*must(client.ListAssetStatusesWithResponse(ctx, &mds.ListAssetStatusesParams{Take: &take})).JSON200),
		"Locations":      len(*must(client.ListLocationsWithResponse(ctx, &mds.ListLocationsParams{Take: &take})).JSON200),
		"Vendors":        len(*must(client.ListVendorsWithResponse(ctx, &mds.ListVendorsParams{Take: &take})).JSON200),
	}

	name := os.Getenv("TASK_NAME")
	due := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	messagingID := int64(1<<40 + 1)
	creating := mds.CreateTask{Name: name, DueOn: &due, TaskExternalMessagingID: &messagingID}
	task := must(client.CreateTaskWithResponse(ctx, &mds.CreateTaskParams{IdempotencyKey: &name}, creating)).JSON201

	patch := make(mds.JsonPatch, 2)
	testing := patch[0].FromPatchTest(mds.PatchTest{Op: "test", Path: "/Status", Value: "Open"})
	replacing := patch[1].FromPatchReplace(mds.PatchReplace{Op: "replace", Path: "/Status", Value: "Completed"})
	if testing != nil || replacing != nil {
		panic("the patch cannot be written")
	}
	patched := must(client.UpdateTaskWithApplicationJSONPatchPlusJSONBodyWithResponse(ctx, task.ID, nil, patch)).JSON200
	found := []int64{}
	extended := true
	query := &mds.ListTasksParams{Name: &[]string{name}, ExtFilter: &extended, CompletedOn: &[]string{"2026-01-01 ge"}}
	for _, one := range *must(client.ListTasksWithResponse(ctx, query)).JSON200 {
		found = append(found, one.ID)
	}

	cost := 1234567.89
	buying := mds.CreateAsset{Name: name, PurchaseCost: &cost}
	asset := must(client.CreateAssetWithResponse(ctx, nil, buying)).JSON201
	missing := must(client.GetTaskWithResponse(ctx, 1<<40, nil)).ApplicationproblemJSON404

	hook := must(client.CreateWebhookWithResponse(ctx, nil, mds.CreateSubscription{
		EntityType: mds.CreateSubscriptionEntityTypeTasks,
		Action:     mds.CreateSubscriptionActionCompleted,
		TargetUrl:  "https://hooks.example.com/completed",
		Headers:    &map[string]string{"X-Team": "north"},
	})).JSON201
	hooks := must(client.ListWebhooksWithResponse(ctx, nil)).JSON200

	fmt.Println(string(must(json.Marshal(map[string]any{
		"listed":      listed,
		"created":     task.ID,
		"dueSeconds":  task.DueOn.Unix(),
		"messagingID": *task.TaskExternalMessagingID,
		"status":      patched.Status,
		"found":       found,
		"cost":        *asset.PurchaseCost,
		"refusal":     missing.Code,
		"webhook":     hook.Id,
		"webhooks":    len(*hooks),
		"secret":      hook.SigningSecret[:6],
	}))))
}
