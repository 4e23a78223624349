package io.tidemark.app.run.virtualtime;

import io.tidemark.producer.client.inprocess.InProcessServer;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.scrape.MetricsPageException;
import io.tidemark.producer.scrape.MetricsScraper;
import io.tidemark.producer.scrape.ReportedServerConfig;
import io.tidemark.producer.scrape.ScrapedCounters;
import io.tidemark.producer.scrape.TargetControl;
import io.tidemark.producer.scrape.TargetPages;
import io.tidemark.producer.scrape.TargetProbe;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.virtualtime.VirtualServer;
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
public final class VirtualTarget implements InProcessServer, TargetControl {
    private final VirtualServer server;
    private final TargetPlan plan;
    private final List<VirtualScraper.Page> pages;
    private final MetricsScraper counts;

    /**
     * A server that no other run uses has a name of its own: runs that follow each other may lie at the same virtual times, and what a server says of
     * itself is kept by its name and time.
     *
     * @param name what it is called
     */
    public VirtualTarget(VirtualServer server, String name, VirtualTime time) {
        this(server, TargetPlan.at(url(name), server.config().servedModelName()), time);
    }

    private VirtualTarget(VirtualServer server, TargetPlan plan, VirtualTime time) {
        this.server = server;
        this.plan = plan;
        Clocks clocks = new Clocks(time, time.wall());
        VirtualScraper.Page metrics = new VirtualScraper.Page(
                this::metricsPage, new MetricsScraper.Source(plan.name(), plan.endpoint("/metrics")));
        this.pages = List.of(
                metrics,
                new VirtualScraper.Page(
                        server::gpuPage,
                        new MetricsScraper.Source(
                                plan.name(), URI.create("http://" + plan.url().getHost() + ":9400/metrics"))));
        this.counts = new MetricsScraper(metrics.page(), clocks, metrics.source());
    }

    /**
     * One of several, with the name and weight that the plan gives it.
     *
     * @param id distinguishes it from servers of other runs
     */
    static VirtualTarget of(VirtualServer server, TargetPlan planned, String id, VirtualTime time) {
        String name = planned.name() + "." + id.toLowerCase(Locale.ROOT);
        URI url = url(name);
        TargetPlan plan = new TargetPlan(
                name, url, server.config().servedModelName(), List.of(TargetPlan.metricsOf(url)), planned.weight());
        return new VirtualTarget(server, plan, time);
    }

    private static URI url(String name) {
        String host = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "-");
        return URI.create("http://" + host + ".virtual:8000");
    }

    @Override
    public boolean isDedicated() {
        return true;
    }

    /** What a run knows of it. */
    TargetProbe.ProbeResult probed() {
        return new TargetProbe.ProbeResult(
                plan,
                Optional.of(server.config().version() + ", simulated in virtual time"),
                List.of(plan.model()),
                Optional.empty(),
                OptionalLong.of(server.config().maxModelLen()));
    }

    public TargetPlan plan() {
        return plan;
    }

    /** The engine's page, then the accelerator's. */
    public List<VirtualScraper.Page> pages() {
        return pages;
    }

    /** As a scraper over HTTP would meet it. */
    private String metricsPage() throws IOException {
        VirtualServer.MetricsAnswer answer = server.metrics();
        if (!answer.isReachable()) {
            throw new ConnectException("Connection refused");
        }
        if (answer.late().compareTo(TargetPages.TIMEOUT) >= 0) {
            throw new HttpTimeoutException("request timed out");
        }
        if (answer.status() != HttpURLConnection.HTTP_OK) {
            throw new MetricsPageException("HTTP " + answer.status());
        }
        return answer.page();
    }

    @Override
    public Runnable handle(Head head, byte[] body, ResponseSink answer) {
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
    public Optional<TargetCounters> counters() throws InterruptedException {
        return ScrapedCounters.of(List.of(counts));
    }

    @Override
    public ReportedServerConfig reportedConfig() throws InterruptedException {
        ServerConfig config = server.config();
        return new ReportedServerConfig(
                Optional.of(config.version()),
                OptionalLong.of(config.maxModelLen()),
                ScrapedCounters.infos(List.of(counts)));
    }

    /** Asks the engine's page what the server does now. */
    MetricsScraper counts() {
        return counts;
    }

    /** {@code POST /tokenize}. */
    String tokenize(String body) {
        return server.tokenize(body);
    }
}
