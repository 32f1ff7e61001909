// Lists, creates, patches and subscribes with the client that openapi-generator writes for Java.
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Program {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE_URL"));
    client.setRequestInterceptor(request -> request
        .header("apiKey", System.getenv("API_KEY"))
        .header("vaultSecret", System.getenv("VAULT_SECRET"))
        .header("shardID", System.getenv("SHARD_ID")));

    Map<String, Integer> listed = new LinkedHashMap<>();
    Object[] doors = {
      new WorkOrdersApi(client), new TasksApi(client), new AssetsApi(client), new FormsApi(client), new PurchaseOrdersApi(client),
      new JobsApi(client), new EmployeesApi(client), new UsersApi(client), new ProductsApi(client), new RoutesApi(client),
      new BoardsApi(client), new FormTemplatesApi(client), new AssetStatusesApi(client), new LocationsApi(client), new VendorsApi(client)
    };
    for (Object door : doors) {
      String name = door.getClass().getSimpleName().replaceAll("Api$", "");
      listed.put(name, ((List<?>) list(door, name, Map.of("take", 5))).size());
    }

    String name = System.getenv("TASK_NAME");
    TasksApi tasks = new TasksApi(client);
    CreateTask creating = new CreateTask()
        .name(name)
        .dueOn(OffsetDateTime.parse("2026-03-01T08:00:00Z"))
        .taskExternalMessagingID((1L << 40) + 1);
    Task task = tasks.createTask(creating, name, null);
    List<PatchOperation> patch = List.of(
        new PatchOperation(new PatchTest().op(PatchTest.OpEnum.TEST).path("/Status").value("Open")),
        new PatchOperation(new PatchReplace().op(PatchReplace.OpEnum.REPLACE).path("/Status").value("Completed")));
    Task patched = tasks.updateTask(task.getID(), patch, null, null, null, null);
    @SuppressWarnings("unchecked")
    List<Task> found = (List<Task>) list(tasks, "Tasks",
        Map.of("name", List.of(name), "extFilter", true, "completedOn", List.of("2026-01-01 ge")));
    Asset asset = new AssetsApi(client).createAsset(new CreateAsset().name(name).purchaseCost(1234567.89), null, null);
    Problem problem;
    try {
      tasks.getTask(1L << 40, null, null, null, null, null);
      throw new AssertionError("there is such a task");
    } catch (ApiException refused) {
      problem = client.getObjectMapper().readValue(refused.getResponseBody(), Problem.class);
    }
    WebhooksApi webhooks = new WebhooksApi(client);
    CreatedSubscription hook = webhooks.createWebhook(new CreateSubscription()
        .entityType(CreateSubscription.EntityTypeEnum.TASKS)
        .action(CreateSubscription.ActionEnum.COMPLETED)
        .targetUrl(java.net.URI.create("https://hooks.example.com/completed"))
        .putHeadersItem("X-Team", "north"), null, null);

    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("listed", listed);
    answer.put("created", task.getID());
    answer.put("dueSeconds", task.getDueOn().toEpochSecond());
    answer.put("messagingID", task.getTaskExternalMessagingID());
    answer.put("status", patched.getStatus().getValue());
    answer.put("found", found.stream().map(Task::getID).toList());
    answer.put("cost", asset.getPurchaseCost());
    answer.put("refusal", problem.getCode().getValue());
    answer.put("webhook", hook.getId());
    answer.put("webhooks", ((List<?>) list(webhooks, "Webhooks", Map.of())).size());
    answer.put("secret", hook.getSigningSecret().substring(0, 6));
    System.out.println(client.getObjectMapper().writeValueAsString(answer));
  }

  /** A list takes some fifty parameters by position; here they are given by name. */
  static Object list(Object door, String type, Map<String, Object> given) throws Exception {
    for (var method : door.getClass().getMethods()) {
      var parameters = method.getParameters();
      if (!method.getName().equals("list" + type) || parameters[parameters.length - 1].getType() != String.class) continue;
      Object[] values = new Object[parameters.length];
      for (int n = 0; n < parameters.length; n++) values[n] = given.get(parameters[n].getName());
      return method.invoke(door, values);
    }
    throw new NoSuchMethodException("list" + type);
  }
}
