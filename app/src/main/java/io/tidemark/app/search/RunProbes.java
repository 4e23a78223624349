package io.tidemark.app.search;

import io.tidemark.app.run.RunObservers;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.run.RunService;
import io.tidemark.app.run.ServerEnvironment;
import io.tidemark.producer.plan.Plan;
import java.time.Duration;
import java.util.function.Supplier;

/** Loads that are tried by runs, one after the other, on the same servers. */
public final class RunProbes implements ProbeEnvironment {
    private final RunService service;
    private final RunRequest request;
    private final ServerEnvironment servers;
    private final Supplier<String> runIds;
    private final IdleWaiter idle;
    private final long beganNanos;

    /** @param request whose plan and id are replaced for each run */
    public RunProbes(RunService service, RunRequest request, ServerEnvironment servers) {
        this.service = service;
        this.request = request;
        this.servers = servers;
        this.runIds = servers.runIds();
        this.idle = new IdleWaiter(servers::activity, servers::passSecond);
        this.beganNanos = servers.clocks().elapsed().nanos();
    }

    @Override
    public Duration elapsed() {
        return Duration.ofNanos(servers.clocks().elapsed().nanos() - beganNanos);
    }

    @Override
    public ProbeRun runPlan(Plan plan, RunObservers observers) throws InterruptedException {
        RunResult result = service.run(request.withPlan(plan).withRunId(runIds.get()), servers, observers);
        return new ProbeRun(result.outcome(), result.verdicts());
    }

    @Override
    public IdleWait awaitIdle() throws InterruptedException {
        return idle.await();
    }
}
