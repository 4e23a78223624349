package io.tidemark.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** An archive's rows against the ledger: none missing, none twice, each field as it was published. */
final class ArchiveComparison {
    private ArchiveComparison() {}

    static void assertSame(List<Map<String, String>> rows, Map<String, Map<String, String>> ledger, String event) {
        Set<String> places = new TreeSet<>();
        Map<String, Map<String, String>> archived = new HashMap<>();
        for (Map<String, String> row : rows) {
            assertThat(places.add(
                            row.get("team") + " " + row.remove("kafkaPartition") + " " + row.remove("kafkaOffset")))
                    .as("read twice")
                    .isTrue();
            assertThat(row.remove("date")).isEqualTo(row.get("due").substring(0, 10));
            assertThat(archived.put(Ledger.key(event, row), row))
                    .as("archived twice")
                    .isNull();
        }
        assertThat(archived.keySet()).isEqualTo(ledger.keySet());
        archived.forEach((key, row) -> assertThat(row).as(key).isEqualTo(ledger.get(key)));
    }
}
