package io.tidemark.producer.scrape;

import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.producer.scrape.SignalReader.EngineSignals;
import io.tidemark.schemas.ServerClock;
import io.tidemark.schemas.Signal;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Scrapes one page of one target. A scrape that fails gives a sample with {@code up=false}, never one with zeros. */
public final class MetricsScraper {
    private final MetricsPage page;
    private final Clocks clocks;
    private final Source source;
    private final Map<String, PrometheusTextParser.Series> known = new ConcurrentHashMap<>();

    /** Asks over HTTP. */
    public MetricsScraper(HttpClient http, Clocks clocks, Source source, Duration timeout) {
        this(new HttpTargetControl.HttpSettings(http, Map.of(), timeout), clocks, source);
    }

    /** Asks over HTTP, with headers. */
    MetricsScraper(HttpTargetControl.HttpSettings asking, Clocks clocks, Source source) {
        this(new HttpMetricsPage(asking, source.url()), clocks, source);
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
        private static final String USUAL_PATH = "/metrics";

        /** Host and port; with path and query where they are not the usual ones, for one server may have several pages. */
        String instance() {
            int port = url.getPort() >= 0 ? url.getPort() : "https".equals(url.getScheme()) ? 443 : 80;
            String host = new HostPort(url.getHost(), port).toString();
            String page = url.getRawPath() + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
            return page.equals(USUAL_PATH) ? host : host + page;
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
            return samples(parse(answer.text()), start, skew);
        } catch (IOException e) {
            return List.of(down(start, error(e)));
        }
    }

    /**
     * What a look at a page found.
     *
     * @param whyNoSignals in words; empty where it has signals that are known
     * @param models whose signals are on it, as its labels say
     * @param likely signals that it lacks, with the names of series that may be those
     */
    record PageFindings(Optional<String> whyNoSignals, Set<String> models, Map<Signal, String> likely) {
        private static PageFindings none(String why) {
            return new PageFindings(Optional.of(why), Set.of(), Map.of());
        }
    }

    /** Asks for the page now, to see what it has. */
    PageFindings inspect() throws InterruptedException {
        try {
            PrometheusTextParser.Page read = parse(page.text());
            List<EngineSignals> engines = SignalReader.read(read);
            boolean isOfEngine = engines.stream().anyMatch(EngineSignals::isOfEngine);
            return isOfEngine || engines.stream().anyMatch(EngineSignals::isOfGpu)
                    ? new PageFindings(
                            Optional.empty(),
                            SignalReader.models(read),
                            isOfEngine ? UnknownSeries.likely(read) : Map.of())
                    : PageFindings.none(UnknownSeries.describe(read));
        } catch (IOException e) {
            return PageFindings.none(error(e));
        }
    }

    Source source() {
        return source;
    }

    /** @throws MetricsPageException if it is something else than metrics */
    private PrometheusTextParser.Page parse(String text) throws MetricsPageException {
        String beginning = text.stripLeading();
        if (beginning.startsWith("<")) {
            throw new MetricsPageException(
                    "the page is HTML, such as a login page, and not in Prometheus' text format");
        }
        PrometheusTextParser.Page read = PrometheusTextParser.parse(text, known);
        if (read.samples().isEmpty()) {
            boolean isJson = beginning.startsWith("{") || beginning.startsWith("[");
            throw new MetricsPageException(
                    isJson
                            ? "the page is JSON and not in Prometheus' text format"
                            : "the page holds no metrics in Prometheus' text format");
        }
        return read;
    }

    /** All end at one moment, for they are of one scrape. */
    private List<ServerSample> samples(PrometheusTextParser.Page page, Instant start, Optional<String> skewMillis) {
        ServerSample.Builder scrape = sample(start);
        return SignalReader.read(page).stream()
                .map(engine ->
                        sample(engine, scrape).setInfo(info(engine, skewMillis)).build())
                .toList();
    }

    private static Map<String, String> info(EngineSignals engine, Optional<String> skewMillis) {
        Map<String, String> info = new HashMap<>(engine.info());
        skewMillis.ifPresent(millis -> info.put(ServerClock.SKEW_MILLIS, millis));
        return info;
    }

    private static ServerSample.Builder sample(EngineSignals engine, ServerSample.Builder scrape) {
        ServerSample.Builder sample = ServerSample.newBuilder(scrape)
                .setUp(true)
                .setRole(role(engine))
                .setEngine(engine.engine())
                .setModel(engine.model())
                .setValues(engine.values())
                .setHistograms(engine.histograms());
        engine.processStartSeconds()
                .ifPresent(seconds -> sample.setProcessStart(Instant.ofEpochMilli(Math.round(seconds * 1000))));
        return sample;
    }

    private static ServerRole role(EngineSignals engine) {
        if (engine.isOfEngine()) {
            return engine.isOfRouter() ? ServerRole.ROUTER : ServerRole.ENGINE;
        }
        return engine.isOfGpu() ? ServerRole.GPU : ServerRole.UNKNOWN;
    }

    private static String error(IOException e) {
        if (e instanceof MetricsPageException) {
            return String.valueOf(e.getMessage());
        }
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
