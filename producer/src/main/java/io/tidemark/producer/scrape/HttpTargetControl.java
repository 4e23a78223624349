package io.tidemark.producer.scrape;

import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.net.HttpQuery;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks over HTTP: {@code POST /reset_prefix_cache} as vLLM has it in its development mode, or {@code POST /flush_cache} as SGLang has
 * it; counts from the pages that are scraped.
 */
public final class HttpTargetControl implements TargetControl {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final List<String> RESETS = List.of("/reset_prefix_cache", "/flush_cache");

    private final HttpSettings asking;
    private final TargetPlan target;
    private final List<MetricsScraper> pages;

    /**
     * How the server is asked.
     *
     * @param timeout after which an answer is not waited for any more
     */
    record HttpSettings(HttpClient http, Map<String, String> headers, Duration timeout) {
        HttpSettings {
            headers = Map.copyOf(headers);
        }
    }

    /** @param headers sent with every question, see {@link io.tidemark.producer.client.PlanHeaders} */
    public HttpTargetControl(
            HttpClient http, TargetPlan target, Map<String, String> headers, List<MetricsScraper> pages) {
        this(new HttpSettings(http, headers, TIMEOUT), target, pages);
    }

    HttpTargetControl(HttpSettings asking, TargetPlan target, List<MetricsScraper> pages) {
        this.asking = asking;
        this.target = target;
        this.pages = List.copyOf(pages);
    }

    @Override
    public Reset resetPrefixCache() throws InterruptedException {
        List<String> refusals = new ArrayList<>();
        for (String path : RESETS) {
            String answer = post(path);
            if (answer.isEmpty()) {
                return Reset.DONE;
            }
            refusals.add(path + ": " + answer);
        }
        return Reset.refused(String.join(", ", refusals));
    }

    @Override
    public ReportedServerConfig reportedConfig() throws InterruptedException {
        return new ServerConfigReader(asking, target).read(pages);
    }

    /** Empty when it was done, else why not. */
    private String post(String path) throws InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(target.endpoint(path)).POST(HttpRequest.BodyPublishers.noBody());
        asking.headers().forEach(request::header);
        try {
            int status =
                    HttpQuery.send(asking.http(), request, asking.timeout()).statusCode();
            return status / 100 == 2 ? "" : "HTTP " + status;
        } catch (HttpTimeoutException e) {
            return "no answer in " + ValueText.duration(asking.timeout());
        } catch (IOException e) {
            return e.getClass().getSimpleName();
        }
    }

    @Override
    public Optional<TargetCounters> counters() throws InterruptedException {
        return ScrapedCounters.of(pages);
    }
}
