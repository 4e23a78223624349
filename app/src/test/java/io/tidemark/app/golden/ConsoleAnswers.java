package io.tidemark.app.golden;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.tidemark.app.tune.SimulatedSweep;
import io.tidemark.console.server.ConsoleServer;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebSecurity;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The console's answer to each GET of its API, without a cluster; each is as the OpenAPI document says. */
final class ConsoleAnswers implements AutoCloseable {
    /** By path of the document. */
    static final Map<String, String> REQUESTS = requests();

    static final String SOAK_PATH = "/teams/{team}/runs/{run}/soak";

    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final ConsoleServer console;
    private final JsonNode document;

    ConsoleAnswers(Path store) throws IOException {
        console = ConsoleServer.start(
                new ConsoleServer.Listening(ListenAddress.parse("127.0.0.1:0"), WebSecurity.LOCAL),
                new ConsoleServer.Shown(StoreAddress.of(store), List.of(GoldenHome.TEAM), Optional.empty()),
                () -> GoldenHome.NOW,
                routes -> {});
        try (InputStream in = ConsoleServer.class.getResourceAsStream("/io/tidemark/console/openapi.yaml")) {
            document = new YAMLMapper().readTree(in);
        }
    }

    private static Map<String, String> requests() {
        String alerted = "/teams/default/runs/" + GoldenHome.ALERTED_RUN;
        Map<String, String> requests = new LinkedHashMap<>();
        requests.put("/session", "/session");
        requests.put("/now", "/now");
        requests.put("/teams", "/teams");
        requests.put("/runs", "/runs?limit=4");
        requests.put("/teams/{team}/runs/{run}", alerted);
        requests.put("/teams/{team}/runs/{run}/breaches", alerted + "/breaches");
        requests.put(
                "/teams/{team}/runs/{run}/requests",
                alerted + "/requests?limit=3&objective=ttft_due%20p95%20%3C%20500ms%20over%2010s");
        requests.put("/teams/{team}/runs/{run}/windows", alerted + "/windows?metric=ttft_due&points=10");
        requests.put("/teams/{team}/runs/{run}/report", "/teams/default/runs/" + GoldenHome.FLEET_RUN + "/report");
        requests.put("/teams/{team}/experiments/{experiment}/report", "/teams/default/experiments/demo/report");
        requests.put(
                "/teams/{team}/experiments/{experiment}/history",
                "/teams/default/experiments/demo/history?metric=ttft_due&quantile=0.95");
        requests.put("/teams/{team}/comparison", "/teams/default/comparison?side=default&side=tuned&experiment=demo");
        requests.put("/teams/{team}/tunes/{tune}", "/teams/default/tunes/" + SimulatedSweep.ID);
        requests.put("/teams/{team}/tunes/{tune}/report", "/teams/default/tunes/" + SimulatedSweep.ID + "/report");
        requests.put("/experiments", "/experiments");
        requests.put("/tunes", "/tunes");
        requests.put("/alerts", "/alerts");
        requests.put("/teams/{team}/baselines", "/teams/default/baselines");
        requests.put("/teams/{team}/annotations", "/teams/default/annotations?from=2026-11-20T08:00:00Z");
        requests.put("/pipeline", "/pipeline");
        return requests;
    }

    /** Paths that the document has a GET for, but the stream of events and the soak. */
    Set<String> documented() {
        TreeSet<String> paths = new TreeSet<>();
        document.path("paths").properties().forEach(path -> {
            if (path.getValue().has("get") && !List.of("/events", SOAK_PATH).contains(path.getKey())) {
                paths.add(path.getKey());
            }
        });
        return paths;
    }

    String answer(String path, String request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(URI.create(console.url() + "/api/v1" + request))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as("%s: %s", request, response.body()).isEqualTo(200);
        ObjectNode schema = document.path("paths")
                .path(path)
                .at("/get/responses/200/content/application~1json/schema")
                .deepCopy();
        schema.set("components", document.path("components"));
        assertThat(JsonSchemaFactory.getInstance(VersionFlag.V202012)
                        .getSchema(schema)
                        .validate(JSON.readTree(response.body())))
                .as(request)
                .isEmpty();
        return GoldenText.pretty(response.body());
    }

    @Override
    public void close() {
        console.close();
    }
}
