package io.tidemark.producer.imports;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts AIPerf's summary and its requests together, which it writes into one folder: they are of one run. */
final class AiPerfPairs {
    private AiPerfPairs() {}

    /** A result with the folder of its file. */
    record Found(String folder, Measurement measured) {}

    static List<Found> joined(List<Found> all) {
        Map<String, Measurement> summaries = new HashMap<>();
        Map<String, Measurement> records = new HashMap<>();
        for (Found found : all) {
            put(found, ImportFormat.AIPERF, summaries);
            put(found, ImportFormat.AIPERF_RECORDS, records);
        }
        List<Found> joined = new ArrayList<>();
        for (Found found : all) {
            Measurement measured = found.measured();
            Optional<Measurement> summary = Optional.ofNullable(summaries.get(found.folder()));
            Optional<Measurement> requests = Optional.ofNullable(records.get(found.folder()));
            boolean pair = summary.isPresent() && requests.isPresent();
            if (pair && measured.equals(summary.get())) {
                joined.add(new Found(found.folder(), join(summary.get(), requests.get())));
            } else if (!pair || !measured.equals(requests.get())) {
                joined.add(found);
            }
        }
        return joined;
    }

    private static void put(Found found, ImportFormat format, Map<String, Measurement> byFolder) {
        if (found.measured().tool().format() == format) {
            byFolder.put(found.folder(), found.measured());
        }
    }

    private static Measurement join(Measurement summary, Measurement requests) {
        return new Measurement(
                new SourcePart(
                        summary.part().file() + " + " + requests.part().file(),
                        "",
                        Hashes.hex(summary.part().hash() + requests.part().hash())),
                summary.tool(),
                summary.subject(),
                summary.setting(),
                summary.load(),
                requests.span(),
                requests.tally(),
                summary.metrics(),
                requests.requests(),
                new Remarks(
                        requests.remarks().lacks(),
                        summary.remarks().figures(),
                        List.of(),
                        summary.remarks().verdict()));
    }
}
