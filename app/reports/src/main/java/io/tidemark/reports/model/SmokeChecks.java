package io.tidemark.reports.model;

import io.tidemark.analysis.capacity.TtftStability;
import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.events.LoadKind;
import io.tidemark.events.TokenSource;
import io.tidemark.reports.document.Tone;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The checks of a smoke test of one run: those that look at all of its steps together, and whether TTFT is stable. */
final class SmokeChecks {
    private static final double MIN_OK = 0.95;
    private static final String TOKEN_BY_TOKEN = "answers arrive token by token";
    private static final String NOT_HELD_BACK = "not held back";

    private SmokeChecks() {}

    /**
     * One check of a smoke test.
     *
     * @param found what was seen
     * @param expected what good looks like
     * @param tone GOOD, DOUBT or BAD
     */
    record SmokeCheck(String name, String phase, String found, String expected, Tone tone) {
        String verdict() {
            return switch (tone) {
                case GOOD -> "good";
                case BAD -> "BAD";
                case DOUBT, MUTED, PLAIN -> "look at it";
            };
        }
    }

    static List<SmokeCheck> of(RunReport run) {
        boolean imported = run.isImported();
        long due = sum(run, step -> step.counts().due());
        long sent = sum(run, step -> step.counts().sent());
        long ok = sum(run, step -> step.counts().ok());
        List<SmokeCheck> checks = new ArrayList<>();
        if (!imported) {
            Tone tone = due > 0 && sent == due ? Tone.GOOD : Tone.BAD;
            checks.add(new SmokeCheck("every request was sent", run.phase(), share(sent, due), "all", tone));
        }
        if (!imported || due > 0) {
            Tone nearly = ok >= MIN_OK * due ? Tone.DOUBT : Tone.BAD;
            checks.add(new SmokeCheck(
                    "requests succeed",
                    run.phase(),
                    share(ok, due) + " ok",
                    "100 %, at least 95 %",
                    ok == due && due > 0 ? Tone.GOOD : nearly));
        }
        firstTokens(run, ok).ifPresent(checks::add);
        if (!imported) {
            checks.add(tokenByToken(run, ok > 0));
        }
        counted(run).ifPresent(checks::add);
        if (!imported) {
            checks.add(client(run));
        }
        checks.addAll(ttftStability(run));
        return checks;
    }

    private static String share(long some, long all) {
        return ValueText.count(some) + " of " + ValueText.count(all);
    }

    /** Every answer has its first token where answers are streamed; not known where requests are stored no longer, or never were. */
    private static Optional<SmokeCheck> firstTokens(RunReport run, long ok) {
        long positive = sum(run, step -> positive(step.values(Metric.TTFT)));
        boolean figuresOnly = run.steps().stream().anyMatch(StepReport::figuresOnly);
        return !run.streamed() || ok == 0 || figuresOnly
                ? Optional.empty()
                : Optional.of(new SmokeCheck(
                        "each answer has a TTFT above 0",
                        run.phase(),
                        share(positive, ok),
                        "all",
                        positive == ok ? Tone.GOOD : Tone.BAD));
    }

    /** What no answer shows is not known: neither is it good. */
    private static SmokeCheck tokenByToken(RunReport run, boolean answered) {
        if (!answered || !run.streamed()) {
            return new SmokeCheck(
                    TOKEN_BY_TOKEN,
                    run.phase(),
                    answered
                            ? "not known: no answer was streamed, so TTFT and TPOT are not known either"
                            : "not known: no request succeeded",
                    NOT_HELD_BACK,
                    Tone.DOUBT);
        }
        Optional<String> heldBack = run.steps().stream()
                .flatMap(step -> step.measured().flags().stream())
                .filter(FigureDoubt.HELD_BACK::outweighs)
                .findFirst();
        return new SmokeCheck(
                TOKEN_BY_TOKEN,
                run.phase(),
                heldBack.orElse(NOT_HELD_BACK),
                NOT_HELD_BACK,
                heldBack.isEmpty() ? Tone.GOOD : Tone.BAD);
    }

    private static long positive(RankedValues values) {
        long zeros = 0;
        while (zeros < values.count() && values.nanosAt(zeros + 1) <= 0) {
            zeros++;
        }
        return values.count() - zeros;
    }

    private static Optional<SmokeCheck> counted(RunReport run) {
        long all = sum(
                run,
                step -> step.detail().facts().tokenSources().values().stream()
                        .mapToLong(Long::longValue)
                        .sum());
        long estimated =
                sum(run, step -> step.detail().facts().tokenSources().getOrDefault(TokenSource.CHUNK_ESTIMATE, 0L));
        return all == 0
                ? Optional.empty()
                : Optional.of(new SmokeCheck(
                        "output tokens are counted",
                        run.phase(),
                        share(all - estimated, all),
                        "all, none estimated from chunks",
                        estimated == 0 ? Tone.GOOD : Tone.DOUBT));
    }

    private static SmokeCheck client(RunReport run) {
        return new SmokeCheck(
                "the client kept up",
                run.phase(),
                run.valid()
                        ? "valid"
                        : "INVALID: " + String.join("; ", run.run().invalidReasons()),
                "valid",
                run.valid() ? Tone.GOOD : Tone.BAD);
    }

    private static long sum(RunReport run, ToLongFunction<StepReport> count) {
        return run.steps().stream().mapToLong(count).sum();
    }

    /** Whether TTFT stays as it is while the load rises: one for each load above the lowest of its kind. */
    static List<SmokeCheck> ttftStability(RunReport run) {
        return Stream.of(LoadKind.values())
                .flatMap(kind -> ttftChecks(run, kind))
                .toList();
    }

    private static Stream<SmokeCheck> ttftChecks(RunReport run, LoadKind kind) {
        List<TtftStability.At> byLoad = run.steps().stream()
                .filter(step -> step.loadKind() == kind)
                .flatMap(step -> ttft(step).stream())
                .sorted(Comparator.comparingDouble(TtftStability.At::load))
                .toList();
        return byLoad.stream().skip(1).map(now -> ttftCheck(run.phase(), kind, byLoad.get(0), now));
    }

    private static SmokeCheck ttftCheck(String phase, LoadKind kind, TtftStability.At lowest, TtftStability.At now) {
        return new SmokeCheck(
                "TTFT is stable from " + ValueText.load(kind, lowest.load()) + " to "
                        + ValueText.load(kind, now.load()),
                phase,
                "p50 " + ValueText.latency(lowest.p50Nanos()) + " -> " + ValueText.latency(now.p50Nanos()) + ", p95 "
                        + ValueText.latency(lowest.p95Nanos()) + " -> " + ValueText.latency(now.p95Nanos()),
                "p50 within 50 ms, p95 below twice at up to four times the load",
                switch (TtftStability.of(lowest, now)) {
                    case STABLE, ACCEPTABLE -> Tone.GOOD;
                    case UNSTABLE, SEVERE -> Tone.BAD;
                });
    }

    /** Empty where it has no TTFT, and where all of its requests come at once. */
    private static Optional<TtftStability.At> ttft(StepReport step) {
        RankedValues values = step.values(Metric.TTFT);
        return step.load() > 0 && values.count() > 0 && values.quantileNanos(0.5) > 0
                ? Optional.of(new TtftStability.At(
                        step.load(), (double) values.quantileNanos(0.5), (double) values.quantileNanos(0.95)))
                : Optional.empty();
    }
}
