package io.tidemark.app.tune;

import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.search.SearchRange;
import io.tidemark.app.process.CommandContext;
import io.tidemark.app.process.Terminal;
import io.tidemark.app.run.ReadyCheck;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.RunSession;
import io.tidemark.app.run.TargetCheck;
import io.tidemark.app.search.PlanFactory;
import io.tidemark.app.search.ProbeEnvironment;
import io.tidemark.app.search.RealTimeEnvironment;
import io.tidemark.app.search.SearchRequest;
import io.tidemark.events.LoadKind;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.tune.TuneGoal;
import io.tidemark.producer.plan.tune.TunePlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Searches on servers in real time.
 *
 * @param session made when the first server is ready
 * @param request whose plan and phase are replaced
 * @param plans the plan with other values
 */
public record TuneSearchSetup(
        CommandContext context, RunSession session, RunRequest request, TunePlan tune, PlanFactory plans)
        implements SearchMeasurement.Setup {
    /** The server answered already. */
    private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(30);

    private static final double RESOLUTION = 0.05;
    private static final double WIDE = 1_000;
    private static final int PROBES_OF_A_SEARCH = 5;

    /** The search within such bounds. */
    public Measurement measurement(SearchMeasurement.Bounds bounds) {
        return new SearchMeasurement(this, bounds);
    }

    @Override
    public Terminal terminal() {
        return context.terminal();
    }

    @Override
    public TuneGoal goal() {
        return tune.goal();
    }

    @Override
    public OptionalDouble pricePerHour() {
        return tune.pricePerHour();
    }

    @Override
    public ProbeEnvironment environment(PhasePlan phase) throws InterruptedException {
        RunRequest own = request.withPlan(request.plan(), phase.name());
        return new RealTimeEnvironment(
                context,
                session,
                own,
                new ReadyCheck(context, ANSWERS_WITHIN).probe(own),
                new TargetCheck(context.environment()).http(own.plan()));
    }

    @Override
    public SearchRequest request(PhasePlan phase, Map<String, String> labels, OptionalDouble from, double seconds) {
        Plan plan = request.plan();
        LoadKind kind = loadKind(plan);
        double first = from.isPresent() ? from.getAsDouble() : lowest(plan, kind);
        boolean whole = kind == LoadKind.CONCURRENCY;
        SearchRange range = new SearchRange(
                whole ? Math.max(1, Math.rint(first)) : first,
                whole ? Math.min(first * WIDE, plan.limits().inFlight()) : first * WIDE,
                RESOLUTION,
                whole);
        List<Double> allowed =
                plan.objectives().stream().map(SearchRequest::allowedBadRatio).toList();
        int longest = (int) Math.max(ProbeRules.MIN_SECONDS, seconds / PROBES_OF_A_SEARCH);
        return new SearchRequest(
                plan,
                overrides -> plans.planWith(with(labels, overrides)),
                kind,
                range,
                false,
                new ProbeRules(allowed, SearchRequest.perSecondOfLoad(kind), longest),
                Duration.ofMillis(Math.round(seconds * 1e3)));
    }

    private static List<String> with(Map<String, String> labels, List<String> overrides) {
        List<String> all = new ArrayList<>(overrides);
        labels.forEach((name, value) -> all.add("labels.\"" + name + "\"=" + value));
        return all;
    }

    /** The kind of load that is searched: that of the plan's first step. */
    public static LoadKind loadKind(Plan plan) {
        return plan.steps().get(0).loadKind();
    }

    private static double lowest(Plan plan, LoadKind kind) {
        return plan.steps().stream()
                .filter(step -> step.loadKind() == kind)
                .mapToDouble(StepPlan::loadLevel)
                .filter(load -> load > 0)
                .min()
                .orElse(1);
    }
}
