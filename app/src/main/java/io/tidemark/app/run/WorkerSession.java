package io.tidemark.app.run;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.TargetRef;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.RunDependencies;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.run.TargetServices;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.producer.scrape.TargetControl;
import io.tidemark.producer.scrape.TargetProbe;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.producer.workers.FollowerWorkerGroup;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.time.Clocks;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** One lane of a run that another process leads: waits until it is announced, checks that it is the same, and takes its share. */
public record WorkerSession(OperationContext context, ClusterConnection connection) {
    /** @throws OperationException if the run is not announced in time, is over, or is not what this worker has the plan of */
    public RunOutcome execute(WorkerRequest request) throws InterruptedException {
        try (ResourceScope parts = context.resources().child()) {
            SpoolSettings spool = request.spool()
                    .withFolderName(request.run() + "-" + request.share().lane())
                    .forCluster(connection.clusterId());
            Clocks clocks = context.clocks();
            KafkaPublisher publisher = parts.register(connection.publisher(request.team(), spool, clocks));
            FollowerWorkerGroup group = new FollowerWorkerGroup(request.share(), clocks, publisher::clockOffset);
            parts.register(group::stop);
            parts.register(WorkerLauncher.subscribe(connection, request.team(), request.run(), group));
            RunState announced = group.awaitAnnouncement(request.announcedWithin())
                    .orElseThrow(() -> new UnavailableException("run " + request.run()
                            + " was not announced within "
                            + request.announcedWithin().toSeconds()
                            + " s in the topics of team " + request.team()));
            RunSpec spec = spec(request, announced);
            TokenLengths lengths = new Tokenizers(context.environment())
                    .lengths(spec.plan(), Optional.of(spec.targets().first()));
            requireSamePlan("tokens are counted by", announced.getTokenCounting(), lengths.source());
            RunDependencies with = RunDependencies.of(clocks, publisher, RunListener.silent())
                    .withTarget(new TargetServices(lengths, TargetControl.none()))
                    .withWorkers(group);
            LoadRun load = new LoadRun(spec, with);
            StoppableRun run = parts.register(new StoppableRun(spec.runId(), load::stop, context));
            context.progress().format("joined run %s as %s", spec.runId(), spec.lane());
            return run.execute(load::execute);
        }
    }

    private RunSpec spec(WorkerRequest request, RunState announced) {
        Plan whole = request.plan();
        if (announced.getStatus() != RunStatus.RUNNING) {
            throw new InvalidInputException(
                    "run " + request.run() + " cannot be joined: it is " + announced.getStatus());
        }
        requireSamePlan("plan", announced.getPlanHash(), whole.planHash());
        PhasePlan phase = whole.phase(announced.getPhase());
        Plan plan = whole.forPhase(phase);
        requireSamePlan("workload", announced.getWorkloadHash(), plan.workloadHash());
        requireSamePlan(
                "lanes",
                announced.getLanes().toString(),
                request.share().lanes().toString());
        return new RunSpec(
                request.run(),
                plan,
                phase,
                new RunTargets(announced.getTargets().stream()
                        .map(target -> new TargetProbe.ProbeResult(target(plan, target), Optional.empty(), List.of()))
                        .toList()),
                request.share().lane(),
                new SecretResolver(context.environment()).resolve(plan),
                new RunSpec.Tool(context.version(), request.command()),
                request.recordText());
    }

    /** As the leader's; a user in its URL and paths of its API are never announced, so they are the plan's own where it has the target. */
    private static TargetPlan target(Plan plan, TargetRef announced) {
        Optional<TargetPlan> planned = plan.targets().stream()
                .filter(target -> target.name().equals(announced.getName()))
                .findFirst();
        return new TargetPlan(
                announced.getName(),
                planned.map(TargetPlan::url).orElse(URI.create(announced.getUrl())),
                announced.getModel(),
                List.of(),
                announced.getWeight(),
                planned.map(TargetPlan::paths).orElse(TargetPlan.Paths.USUAL));
    }

    private static void requireSamePlan(String what, String announced, String own) {
        if (!announced.equals(own)) {
            throw new InvalidInputException("the run's " + what + " is " + announced + " but this worker's is " + own
                    + ": every lane needs the same plan, options and files");
        }
    }
}
