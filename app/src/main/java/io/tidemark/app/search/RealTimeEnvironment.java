package io.tidemark.app.search;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.run.RunObservers;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.RunSession;
import io.tidemark.app.run.TargetCheck;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.producer.scrape.MetricsScraper;
import io.tidemark.producer.scrape.ScrapedActivity;
import io.tidemark.producer.scrape.TargetPages;
import io.tidemark.schemas.time.Clocks;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** A server in real time. */
public final class RealTimeEnvironment implements ProbeEnvironment {
    private static final long SECOND_NANOS = 1_000_000_000;

    private final OperationContext context;
    private final RunSession session;
    private final RunRequest request;
    private final RunTargets probed;
    private final IdleWaiter rest;
    private final long beganNanos;

    /** @param request whose plan is replaced for each run */
    public RealTimeEnvironment(
            OperationContext context, RunSession session, RunRequest request, RunTargets probed, HttpClient http) {
        this.context = context;
        this.session = session;
        this.request = request;
        this.probed = probed;
        this.beganNanos = context.nanoClock().nanos();
        Clocks clocks = new Clocks(context.nanoClock(), context.wallClock());
        Map<String, String> headers = new TargetCheck(context.environment()).headers(request.plan());
        List<MetricsScraper> pages = new TargetPages(http, headers, clocks).of(probed.plans());
        this.rest = new IdleWaiter(() -> ScrapedActivity.of(pages), RealTimeEnvironment::second);
    }

    @Override
    public Duration elapsed() {
        return Duration.ofNanos(context.nanoClock().nanos() - beganNanos);
    }

    @Override
    public ProbeRun runPlan(Plan plan, RunObservers observers) throws InterruptedException {
        RunResult result = session.execute(request.withPlan(plan), probed, observers);
        return new ProbeRun(result.outcome(), result.verdicts());
    }

    @Override
    public IdleWait awaitIdle() throws InterruptedException {
        return rest.await();
    }

    private static void second() throws InterruptedException {
        LockSupport.parkNanos(SECOND_NANOS);
        if (Thread.interrupted()) {
            throw new InterruptedException("the wait for an idle server was interrupted");
        }
    }
}
