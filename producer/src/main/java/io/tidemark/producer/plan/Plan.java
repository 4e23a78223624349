package io.tidemark.producer.plan;

import io.tidemark.events.ApiKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.plan.secret.SecretSource;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.producer.plan.tune.TunePlan;
import io.tidemark.producer.plan.workload.WorkloadOptions;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import io.tidemark.schemas.Team;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be measured: read and checked by {@link PlanLoader}, never half valid. Rates are requests per second.
 *
 * @param phases those that the file lists, then those of its sweep
 * @param sweep how the phases of a sweep came about and how often each is measured; empty without one
 * @param baseline phase of the experiment that others are compared with; empty: the one whose run was the first
 * @param server how servers of all phases are started; empty if the plan starts none, or if only its phases say how
 * @param tune how the configurations are searched by {@code tidemark tune}; empty if all of them are measured
 * @param balance how requests are shared among several targets
 * @param remarks what is to be reported of it before anything is sent
 * @param firstRequest whether one request is sent alone before the first step, and reported alone
 * @param keepGoing whether a run goes on however many requests in a row the target refuses for good (3xx and 4xx but 408, 409, 425 and 429)
 * @param warmUpClient whether the client takes its own path, against a listener of its own, before the first step
 * @param calibrate whether the client's own error is measured before the first step
 * @param json the plan as it was read, as JSON; holds no prompt text, only the names of files
 * @param planHash SHA-256 of {@code json}, hex
 * @param workloadHash SHA-256 of the workload section and its files, hex; runs are compared only when it is equal
 */
public record Plan(
        String experiment,
        Team team,
        long seed,
        List<PhasePlan> phases,
        Optional<SweepPlan> sweep,
        String baseline,
        Optional<ServerPlan> server,
        Optional<TunePlan> tune,
        List<TargetPlan> targets,
        Balance balance,
        ApiKind api,
        Optional<SecretSource> apiKey,
        WorkloadPlan workload,
        WorkloadOptions workloadOptions,
        List<StepPlan> steps,
        List<ObjectiveState> objectives,
        List<String> remarks,
        TokenDetail tokens,
        Timeouts timeouts,
        LoadLimits limits,
        RequestPlan request,
        ConnectionPlan connection,
        RetryPlan retries,
        boolean firstRequest,
        boolean keepGoing,
        boolean warmUpClient,
        boolean calibrate,
        Map<String, String> labels,
        String json,
        String planHash,
        String workloadHash) {
    public Plan {
        phases = List.copyOf(phases);
        targets = List.copyOf(targets);
        steps = List.copyOf(steps);
        objectives = List.copyOf(objectives);
        remarks = List.copyOf(remarks);
        labels = Map.copyOf(labels);
    }

    /** The same with more labels; its hash is that of the file. */
    public Plan withLabels(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(labels);
        all.putAll(more);
        return with(new PhaseLoad(steps, workload, workloadOptions, workloadHash, Map.of()), all);
    }

    /** As runs of the phase send it: with the phase's load, where it has one of its own. Its plan hash is that of the file. */
    public Plan forPhase(PhasePlan phase) {
        return phase.load().map(load -> with(load, labels)).orElse(this);
    }

    private Plan with(PhaseLoad load, Map<String, String> allLabels) {
        return new Plan(
                experiment,
                team,
                seed,
                phases,
                sweep,
                baseline,
                server,
                tune,
                targets,
                balance,
                api,
                apiKey,
                load.workload(),
                load.workloadOptions(),
                load.steps(),
                objectives,
                remarks,
                tokens,
                timeouts,
                limits,
                request,
                connection,
                retries,
                firstRequest,
                keepGoing,
                warmUpClient,
                calibrate,
                allLabels,
                json,
                planHash,
                load.workloadHash());
    }

    /**
     * The phase of that name.
     *
     * @throws IllegalArgumentException naming the phases there are
     */
    public PhasePlan phase(String name) {
        return phases.stream()
                .filter(phase -> phase.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("phase must be one of "
                        + phases.stream().map(PhasePlan::name).toList() + " but was \"" + name + "\""));
    }
}
