package io.tidemark.producer.scrape;

import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.producer.scrape.SignalReader.EngineSignals;
import io.tidemark.schemas.ServerClock;
import io.tidemark.schemas.net.HostPort;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.schemas.time.Clocks;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Scrapes one page of one target. A scrape that fails gives a sample with {@code up=false}, never one with zeros. */
public final class MetricsScraper {
    private final MetricsPage page;
    private final Clocks clocks;
    private final Source source;
    private final Map<String, PrometheusTextParser.Series> known = new ConcurrentHashMap<>();

    /** Asks over HTTP. */
    public MetricsScraper(HttpClient http, Clocks clocks, Source source, Duration timeout) {
        this(new HttpMetricsPage(http, source.url(), timeout), clocks, source);
    }

    /** @param source what the samples name */
    public MetricsScraper(MetricsPage page, Clocks clocks, Source source) {
        TrustedEventClasses.trust();
        this.page = page;
        this.clocks = clocks;
        this.source = source;
    }

    /** What is scraped for a target. */
    public record Source(String target, URI url) {
        String instance() {
            int port = url.getPort() >= 0 ? url.getPort() : "https".equals(url.getScheme()) ? 443 : 80;
            return new HostPort(url.getHost(), port).toString();
        }
    }

    /** One scrape now: a sample per engine. */
    public List<ServerSample> scrape() throws InterruptedException {
        Instant start = clocks.wall().instant();
        try {
            MetricsPage.MetricsResponse answer = page.fetch();
            Optional<String> skew = answer.date()
                    .map(date ->
                            ServerClock.skewMillis(date, start, clocks.wall().instant()))
                    .map(Object::toString);
            return samples(PrometheusTextParser.parse(answer.text(), known), start, skew);
        } catch (MetricsPageException e) {
            return List.of(down(start, String.valueOf(e.getMessage())));
        } catch (IOException e) {
            return List.of(down(start, why(e)));
        }
    }

    private List<ServerSample> samples(PrometheusTextParser.Page page, Instant start, Optional<String> skewMillis) {
        if (page.samples().isEmpty()) {
            return List.of(down(start, "the page holds no metrics in Prometheus' text format"));
        }
        return SignalReader.read(page).stream()
                .map(engine -> sample(engine, page, start)
                        .setInfo(info(engine, skewMillis))
                        .build())
                .toList();
    }

    private static Map<String, String> info(EngineSignals engine, Optional<String> skewMillis) {
        Map<String, String> info = new HashMap<>(engine.info());
        skewMillis.ifPresent(millis -> info.put(ServerClock.SKEW_MILLIS, millis));
        return info;
    }

    private ServerSample.Builder sample(EngineSignals engine, PrometheusTextParser.Page page, Instant start) {
        ServerSample.Builder sample = sample(start)
                .setUp(true)
                .setRole(role(engine))
                .setEngine(engine.engine())
                .setModel(engine.model())
                .setValues(engine.values())
                .setHistograms(engine.histograms());
        SignalReader.processStartSeconds(page)
                .ifPresent(seconds -> sample.setProcessStart(Instant.ofEpochMilli(Math.round(seconds * 1000))));
        return sample;
    }

    private static ServerRole role(EngineSignals engine) {
        boolean gpu = engine.values().keySet().stream().anyMatch(id -> id.startsWith("gpu."));
        boolean serves = engine.values().keySet().stream().anyMatch(id -> id.startsWith("engine."));
        if (serves) {
            return ServerRole.ENGINE;
        }
        return gpu ? ServerRole.GPU : ServerRole.UNKNOWN;
    }

    private static String why(IOException e) {
        if (e instanceof ConnectException && e.getMessage() == null) {
            return "nothing accepts connections there";
        }
        return e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ": " + e.getMessage());
    }

    private ServerSample down(Instant start, String error) {
        return sample(start)
                .setUp(false)
                .setRole(ServerRole.UNKNOWN)
                .setError(error)
                .build();
    }

    private ServerSample.Builder sample(Instant start) {
        return ServerSample.newBuilder()
                .setTarget(source.target())
                .setInstance(source.instance())
                .setScrapeStart(start)
                .setScrapeEnd(clocks.wall().instant());
    }
}
