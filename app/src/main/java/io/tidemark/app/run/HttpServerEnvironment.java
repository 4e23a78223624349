package io.tidemark.app.run;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.producer.client.PlanHeaders;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.TargetServices;
import io.tidemark.producer.runtime.RunEnvironment;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.producer.scrape.HttpTargetControl;
import io.tidemark.producer.scrape.MetricsScraper;
import io.tidemark.producer.scrape.ScrapeLoop;
import io.tidemark.producer.scrape.ScrapedActivity;
import io.tidemark.producer.scrape.TargetControl;
import io.tidemark.producer.scrape.TargetPages;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.schemas.Ulid;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Servers over HTTP, in real time. */
public final class HttpServerEnvironment extends ServerEnvironment {
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final Duration SCRAPE_EVERY = Duration.ofSeconds(1);

    private final OperationContext context;
    private final RunTargets targets;
    private final Duration readyWithin;
    private final HttpClient http;
    private final Map<String, String> headers;
    private final TargetPages pages;
    private final List<MetricsScraper> activityPages;

    /**
     * Servers that have answered.
     *
     * @param plan names secrets and headers
     * @throws OperationException if a secret or a file for TLS is not as the plan says
     */
    public HttpServerEnvironment(OperationContext context, Plan plan, RunTargets targets) {
        this(context, plan, targets, Duration.ZERO);
    }

    /**
     * Servers that have answered, but may not be ready.
     *
     * @param readyWithin how long a first request may be refused
     * @throws OperationException if a secret or a file for TLS is not as the plan says
     */
    public HttpServerEnvironment(OperationContext context, Plan plan, RunTargets targets, Duration readyWithin) {
        super(
                context.clocks(),
                false,
                "lane-" + ProcessHandle.current().pid(),
                new SecretResolver(context.environment()).resolve(plan));
        this.context = context;
        this.targets = targets;
        this.readyWithin = readyWithin;
        this.http = TargetCheck.http(plan, credentials());
        this.headers = PlanHeaders.of(plan.request(), credentials());
        this.pages = new TargetPages(http, headers, clocks());
        this.activityPages = pages.of(targets.plans());
    }

    @Override
    protected RunTargets targets() {
        return targets;
    }

    @Override
    public Supplier<String> runIds() {
        return () -> Ulid.next(context.wallClock(), context.random());
    }

    @Override
    protected List<String> noteLoad(String runId, ResourceScope parts) {
        List<String> remarks = new ArrayList<>();
        for (TargetPlan target : targets.plans()) {
            parts.register(TargetUse.begin(context.home(), target.url(), runId))
                    .other()
                    .ifPresent(run -> remarks.add("another run sends load to " + target.url() + ": " + run
                            + "; the figures of both are those of a shared server"));
        }
        return remarks;
    }

    @Override
    protected TargetServices services(Plan plan) throws InterruptedException {
        Map<String, TargetControl> controls = new LinkedHashMap<>();
        targets.plans()
                .forEach(target ->
                        controls.put(target.name(), new HttpTargetControl(http, target, headers, pages.of(target))));
        return new TargetServices(
                new Tokenizers(context.environment()).lengths(plan, Optional.of(targets.first())),
                TargetControl.of(controls),
                readyWithin);
    }

    @Override
    protected List<String> pageRemarks(Plan plan) throws InterruptedException {
        return pages.remarks(plan, targets.plans());
    }

    @Override
    protected Scraping scrape(Publisher publisher) {
        ScrapeLoop loop =
                new ScrapeLoop(pages.of(targets.plans()), SCRAPE_EVERY, context.nanoClock(), publisher::publish);
        return new Scraping() {
            @Override
            public void scrapeLast() throws InterruptedException {
                loop.scrapeOnce();
            }

            @Override
            public void close() {
                loop.close();
            }
        };
    }

    @Override
    protected RunEnvironment runtime() {
        return RunEnvironment.overHttp(clocks().elapsed());
    }

    @Override
    protected Consumer<String> stopper(LoadRun run, ResourceScope parts) {
        return run::stop;
    }

    @Override
    public Optional<ScrapedActivity> activity() throws InterruptedException {
        return ScrapedActivity.of(activityPages);
    }

    @Override
    public void passSecond() throws InterruptedException {
        LockSupport.parkNanos(SECOND_NANOS);
        if (Thread.interrupted()) {
            throw new InterruptedException("the wait for an idle server was interrupted");
        }
    }
}
