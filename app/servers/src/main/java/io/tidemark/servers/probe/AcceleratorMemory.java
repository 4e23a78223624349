package io.tidemark.servers.probe;

import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.server.StopPlan.MemorySource;
import io.tidemark.servers.process.ToolOutput;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * How much memory each accelerator uses, from pages that have DCGM's {@code DCGM_FI_DEV_FB_USED}, or from {@code nvidia-smi}.
 *
 * @param questions to the target
 * @param source that the plan chose
 */
public record AcceleratorMemory(ServerQuestions questions, MemorySource source) {
    /** A driver's own use goes up and down by some. */
    private static final double SLACK_MIB = 300;

    private static final String DCGM_USED_MIB = "DCGM_FI_DEV_FB_USED";
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final List<String> NVIDIA_SMI =
            List.of("nvidia-smi", "--query-gpu=index,memory.used", "--format=csv,noheader,nounits");

    /**
     * Used memory.
     *
     * @param mibs MiB by accelerator; empty if nothing says it
     * @param from the page or program that says it
     */
    public record Used(Map<String, Double> mibs, String from) {
        public static final Used UNKNOWN = new Used(Map.of(), "");

        public Used {
            mibs = Map.copyOf(mibs);
        }

        /** What is still used beyond an earlier state, one sentence; empty if it is back to it, or if nothing says so. */
        public Optional<String> above(Used before) {
            return new TreeMap<>(mibs)
                    .entrySet().stream()
                            .map(entry -> above(entry.getKey(), entry.getValue(), before))
                            .flatMap(Optional::stream)
                            .findFirst();
        }

        private Optional<String> above(String accelerator, double nowMib, Used before) {
            double beforeMib = before.mibs.getOrDefault(accelerator, Double.POSITIVE_INFINITY);
            return nowMib <= beforeMib + SLACK_MIB
                    ? Optional.empty()
                    : Optional.of("accelerator %s uses %.0f MiB and used %.0f MiB before the start (%s)"
                            .formatted(accelerator, nowMib, beforeMib, from));
        }
    }

    /** What is used now. */
    public Used read() throws InterruptedException {
        if (source == MemorySource.NONE) {
            return Used.UNKNOWN;
        }
        if (source == MemorySource.AUTO) {
            for (URI page : pages(questions.target())) {
                Used used = page(page);
                if (!used.mibs().isEmpty()) {
                    return used;
                }
            }
        }
        return nvidiaSmi();
    }

    /** Those that are scraped, and the one that a simulated server has beside its API. */
    private static Set<URI> pages(TargetPlan target) {
        Set<URI> pages = new LinkedHashSet<>(target.scrapeUrls());
        pages.add(target.endpoint("/simulator/gpu/metrics"));
        return pages;
    }

    private Used page(URI page) throws InterruptedException {
        Map<String, Double> mibs = new TreeMap<>();
        questions.samples(page).stream()
                .filter(sample -> sample.name().equals(DCGM_USED_MIB))
                .forEach(sample -> mibs.put(sample.label("gpu"), sample.value()));
        return new Used(mibs, page.toString());
    }

    private static Used nvidiaSmi() throws InterruptedException {
        Optional<ToolOutput> output = ToolOutput.of(NVIDIA_SMI, SOON).filter(it -> it.status() == 0);
        Map<String, Double> mibs = new TreeMap<>();
        for (String line : output.map(it -> it.text().lines().toList()).orElse(List.of())) {
            String[] columns = line.split(",", -1);
            OptionalLong used = columns.length == 2 ? whole(columns[1].strip()) : OptionalLong.empty();
            used.ifPresent(value -> mibs.put(columns[0].strip(), (double) value));
        }
        return new Used(mibs, "nvidia-smi");
    }

    private static OptionalLong whole(String text) {
        return text.matches("\\d{1,12}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }
}
