package io.tidemark.app.run;

import io.tidemark.app.Closer;
import io.tidemark.app.CommandException;
import io.tidemark.app.Surroundings;
import io.tidemark.app.stack.Connection;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.TargetRef;
import io.tidemark.producer.lanes.FollowingCrew;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.publish.Clocks;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.PublisherSettings;
import io.tidemark.producer.publish.SpoolSettings;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.run.RunParts;
import io.tidemark.producer.run.RunSpec;
import io.tidemark.producer.run.TargetAids;
import io.tidemark.producer.scrape.TargetControl;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.schemas.serde.Registry;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** One lane of a run that another process leads: waits until it is announced, checks that it is the same, and takes its share. */
public final class WorkerSession {
    private final Surroundings surroundings;
    private final Connection connection;
    private final Clocks clocks;

    public WorkerSession(Surroundings surroundings, Connection connection) {
        this.surroundings = surroundings;
        this.connection = connection;
        this.clocks = new Clocks(surroundings.nanoClock(), surroundings.wallClock());
    }

    /** @throws CommandException if the run is not announced in time, is over, or is not what this worker has the plan of */
    public RunOutcome execute(WorkerRequest request) throws InterruptedException {
        try (Closer parts = surroundings.closer().nested()) {
            SpoolSettings spool = request.spool()
                    .of(request.run() + "-" + request.share().lane())
                    .forCluster(connection.clusterId());
            PublisherSettings settings =
                    new PublisherSettings(connection.bootstrapServers(), connection.clientSettings(), spool);
            KafkaPublisher publisher = parts.keep(
                    KafkaPublisher.connect(settings, Registry.connect(connection.registry()), request.team(), clocks));
            FollowingCrew crew = new FollowingCrew(request.share(), clocks, publisher::clockOffset);
            parts.keep(crew::stop);
            parts.keep(LocalLanes.feed(connection, request.team(), request.run(), crew));
            RunState announced = crew.announced(request.announcedWithin())
                    .orElseThrow(() -> CommandException.infrastructure("run " + request.run()
                            + " was not announced within "
                            + request.announcedWithin().toSeconds()
                            + " s in the topics of team " + request.team()));
            RunSpec spec = spec(request, announced);
            TokenLengths lengths =
                    new Tokenizers(surroundings.environment()).lengths(spec.plan(), Optional.of(spec.target()));
            requireSame("tokens are counted by", announced.getTokenCounting(), lengths.how());
            RunParts with = RunParts.of(clocks, publisher, RunListener.silent())
                    .aidedBy(new TargetAids(lengths, TargetControl.none()))
                    .with(crew);
            StoppableRun run =
                    parts.keep(new StoppableRun(spec.runId(), new LoadRun(spec, with), surroundings.terminal()));
            surroundings.terminal().sayf("joined run %s as %s", spec.runId(), spec.lane());
            return run.execute();
        }
    }

    private RunSpec spec(WorkerRequest request, RunState announced) {
        Plan plan = request.plan();
        if (announced.getStatus() != RunStatus.RUNNING) {
            throw CommandException.usage("run " + request.run() + " cannot be joined: it is " + announced.getStatus());
        }
        requireSame("plan", announced.getPlanHash(), plan.planHash());
        requireSame("workload", announced.getWorkloadHash(), plan.workloadHash());
        requireSame(
                "lanes",
                announced.getLanes().toString(),
                request.share().lanes().toString());
        return new RunSpec(
                request.run(),
                plan,
                plan.phase(announced.getPhase()),
                target(plan, announced.getTargets().get(0)),
                request.share().lane(),
                Optional.empty(),
                List.of(),
                new TargetCheck(surroundings.environment()).credentials(plan),
                new RunSpec.Tool(surroundings.version(), request.command()),
                request.recordText());
    }

    /** As the leader's; a user in its URL is never announced, so the plan's own URL is taken where it has the target. */
    private static TargetPlan target(Plan plan, TargetRef announced) {
        URI url = plan.targets().stream()
                .filter(target -> target.name().equals(announced.getName()))
                .findFirst()
                .map(TargetPlan::url)
                .orElse(URI.create(announced.getUrl()));
        return new TargetPlan(announced.getName(), url, announced.getModel(), List.of());
    }

    private static void requireSame(String what, String announced, String own) {
        if (!announced.equals(own)) {
            throw CommandException.usage("the run's " + what + " is " + announced + " but this worker's is " + own
                    + ": every lane needs the same plan, options and files");
        }
    }
}
