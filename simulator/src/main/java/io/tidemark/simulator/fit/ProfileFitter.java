package io.tidemark.simulator.fit;

import io.tidemark.simulator.config.KvCacheDtype;
import io.tidemark.simulator.config.Profile;
import io.tidemark.simulator.config.ProfileLoader;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.engine.cost.StepCost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Fits a profile's costs to benchmarks of a server that the profile is to describe.
 *
 * @param profile a built-in name or a file, to start from
 * @param flags vLLM flags that the benchmarked server had, where a result does not name them itself
 */
public record ProfileFitter(String profile, Map<String, String> flags) {
    public ProfileFitter {
        flags = Map.copyOf(flags);
    }

    /** The costs with the least distance to what was measured. */
    public CostFitResult to(List<MeasuredBenchmark> measured) {
        StepCost start = new ProfileLoader().read(profile).cost().with(dtype(measured));
        return new CostFitter(start, measured, this::server).best();
    }

    /** A profile's file with the fitted costs. */
    public String yaml(CostFitResult fitted, List<MeasuredBenchmark> measured) {
        ProfileLoader profiles = new ProfileLoader();
        Profile start = profiles.read(profile);
        KvCacheDtype dtype = dtype(measured);
        List<String> sources = new ArrayList<>(start.sources());
        sources.removeIf(line -> line.startsWith("cost:"));
        sources.add(source(fitted, measured));
        Profile after = start.withCost(start.cost().replaced(dtype, fitted.cost()), sources);
        return profiles.write(after, profile);
    }

    private String source(CostFitResult fitted, List<MeasuredBenchmark> measured) {
        String undetermined = fitted.terms().stream()
                .filter(term -> !term.determined())
                .map(term -> term.term().key())
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "cost: tidemark simulate fit, from %s, to %s: %d figures, off by %.1f %% (root mean square)%s",
                profile,
                measured.stream().map(MeasuredBenchmark::source).collect(Collectors.joining(", ")),
                fitted.residuals().size(),
                fitted.rmsPercent(),
                undetermined.isEmpty() ? "" : "; the data does not tell " + undetermined);
    }

    /** The one type of cache that all benchmarks had; a step's cost is that of one type. */
    private KvCacheDtype dtype(List<MeasuredBenchmark> measured) {
        Set<KvCacheDtype> dtypes =
                measured.stream().map(it -> server(it).kvCacheDtype()).collect(Collectors.toSet());
        if (dtypes.size() > 1) {
            throw new FitException("results of one fit must have one kv-cache-dtype but have "
                    + dtypes.stream().map(KvCacheDtype::flag).sorted().collect(Collectors.joining(", ")));
        }
        return dtypes.iterator().next();
    }

    private ServerConfig server(MeasuredBenchmark measured) {
        Map<String, String> all = new LinkedHashMap<>(flags);
        all.putAll(measured.flags());
        all.put("profile", profile);
        String text = all.entrySet().stream()
                .map(flag -> flag.getKey() + ": " + flag.getValue() + "\n")
                .collect(Collectors.joining());
        return new ServerConfigLoader().parse(measured.source(), text);
    }
}
