package io.tidemark.app.run;

import io.tidemark.producer.client.InProcessServer;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.publish.Clocks;
import io.tidemark.producer.scrape.MetricsScraper;
import io.tidemark.producer.scrape.NoPageException;
import io.tidemark.producer.scrape.ScrapedActivity;
import io.tidemark.producer.scrape.ScrapedCounts;
import io.tidemark.producer.scrape.ServerTold;
import io.tidemark.producer.scrape.TargetControl;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.http.VirtualServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A simulated server in virtual time as a run sees a target. */
final class VirtualTarget implements InProcessServer, TargetControl {
    private final VirtualServer server;
    private final TargetPlan plan;
    private final List<VirtualScrapes.Page> pages;
    private final MetricsScraper counts;

    /**
     * A server that is there for nobody else has a name of its own: runs that follow each other may lie at the same virtual times, and what a server says of
     * itself is kept by its name and time.
     *
     * @param name what it is called
     */
    VirtualTarget(VirtualServer server, String name, VirtualTime time) {
        this.server = server;
        String host = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "-");
        this.plan = TargetPlan.at(
                URI.create("http://" + host + ".virtual:8000"), server.config().servedModelName());
        Clocks clocks = new Clocks(time, time.wall());
        VirtualScrapes.Page metrics = new VirtualScrapes.Page(
                this::metricsPage, new MetricsScraper.Source(plan.name(), plan.endpoint("/metrics")));
        this.pages = List.of(
                metrics,
                new VirtualScrapes.Page(
                        server::gpuPage,
                        new MetricsScraper.Source(
                                plan.name(), URI.create("http://" + host + ".virtual:9400/metrics"))));
        this.counts = new MetricsScraper(metrics.page(), clocks, metrics.source());
    }

    @Override
    public boolean isOfThisRunAlone() {
        return true;
    }

    TargetPlan plan() {
        return plan;
    }

    /** The engine's page, then the accelerator's. */
    List<VirtualScrapes.Page> pages() {
        return pages;
    }

    /** As a scraper over HTTP would meet it. */
    private String metricsPage() throws IOException {
        VirtualServer.MetricsAnswer answer = server.metrics();
        if (!answer.isReachable()) {
            throw new ConnectException("Connection refused");
        }
        if (answer.late().compareTo(RunSession.SCRAPE_TIMEOUT) >= 0) {
            throw new HttpTimeoutException("request timed out");
        }
        if (answer.status() != HttpURLConnection.HTTP_OK) {
            throw new NoPageException("HTTP status " + answer.status());
        }
        return answer.page();
    }

    @Override
    public Runnable ask(Head head, byte[] body, Answering answer) {
        return server.ask(head.path(), head.headers(), body, new VirtualServer.Client() {
            @Override
            public void head(int status, Map<String, String> headers) {
                answer.head(status, headers);
            }

            @Override
            public void body(byte[] part) {
                answer.body(part);
            }

            @Override
            public void end() {
                answer.end();
            }

            @Override
            public void cut() {
                answer.cut();
            }

            @Override
            public void unreachable() {
                answer.unreachable();
            }
        });
    }

    @Override
    public Reset resetPrefixCache() {
        server.resetPrefixCache();
        return Reset.DONE;
    }

    @Override
    public Optional<Counted> counted() throws InterruptedException {
        return ScrapedCounts.of(List.of(counts));
    }

    @Override
    public ServerTold told() throws InterruptedException {
        ServerConfig config = server.config();
        return new ServerTold(
                Optional.of(config.version()),
                OptionalLong.of(config.maxModelLen()),
                ScrapedCounts.infos(List.of(counts)));
    }

    /** What the server says it does now. */
    Optional<ScrapedActivity> activity() throws InterruptedException {
        return ScrapedActivity.of(List.of(counts));
    }

    /** {@code POST /tokenize}. */
    String tokenize(String body) {
        return server.tokenize(body);
    }
}
