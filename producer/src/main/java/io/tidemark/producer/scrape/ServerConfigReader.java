package io.tidemark.producer.scrape;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.events.ServerSample;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.schemas.net.HttpQuery;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.StreamSupport;

/** Asks a server over HTTP how it is configured; what it does not answer stays unsaid. */
final class ServerConfigReader {
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpTargetControl.HttpSettings asking;
    private final TargetPlan target;

    ServerConfigReader(HttpTargetControl.HttpSettings asking, TargetPlan target) {
        this.asking = asking;
        this.target = target;
    }

    /** @param pages that are scraped for it, read once */
    ReportedServerConfig read(List<MetricsScraper> pages) throws InterruptedException {
        return new ReportedServerConfig(
                Optional.ofNullable(
                        getJson(target.endpoint("/version")).path("version").textValue()),
                maxModelLen(),
                infos(pages));
    }

    /** Labels of the info series of every engine on these pages. */
    static List<Map<String, String>> infos(List<MetricsScraper> pages) throws InterruptedException {
        List<Map<String, String>> infos = new ArrayList<>();
        for (MetricsScraper page : pages) {
            page.scrape().stream().map(ServerSample::getInfo).forEach(infos::add);
        }
        return infos;
    }

    private OptionalLong maxModelLen() throws InterruptedException {
        JsonNode cards = getJson(target.modelsUrl()).path("data");
        return StreamSupport.stream(cards.spliterator(), false)
                .filter(card -> card.path("id").asText().equals(target.model()))
                .map(card -> card.path("max_model_len"))
                .filter(JsonNode::canConvertToLong)
                .mapToLong(JsonNode::asLong)
                .findFirst();
    }

    private JsonNode getJson(URI url) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url).GET();
        asking.headers().forEach(request::header);
        try {
            HttpResponse<String> response = HttpQuery.send(asking.http(), request, asking.timeout());
            return response.statusCode() == 200 ? JSON.readTree(response.body()) : JSON.missingNode();
        } catch (IOException e) {
            // No answer, or none in JSON: the value is unknown. The load shows whether the server is away.
            return JSON.missingNode();
        }
    }
}
