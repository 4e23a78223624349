package io.tidemark.app.tune.site;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.run.ReadyCheck;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunSession;
import io.tidemark.app.run.TargetCheck;
import io.tidemark.app.search.ProbeEnvironment;
import io.tidemark.app.search.RealTimeEnvironment;
import io.tidemark.servers.ServerLauncher;
import java.time.Duration;

/** Servers that a launcher starts for real. */
public record RealTimeSite(OperationContext context, ServerLauncher launcher, RunSession session) implements TuneSite {
    /** The server answered already. */
    private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(30);

    @Override
    public ProbeEnvironment environment(RunRequest request) throws InterruptedException {
        return new RealTimeEnvironment(
                context,
                session,
                request,
                new ReadyCheck(context, ANSWERS_WITHIN).probe(request),
                new TargetCheck(context.environment()).http(request.plan()));
    }
}
