package io.tidemark.simulator.calibration;

import java.util.Map;

/** The calibration page's table of servers and loads that nobody measured. */
public final class WhatIfReport {
    /** Every profile, one change at a time. */
    public String directions() {
        MarkdownTable table = new MarkdownTable(
                "profile",
                "load",
                "change",
                "TTFT mean ms",
                "TPOT mean ms",
                "longest step ms",
                "req/s",
                "held at once");
        for (String profile : WhatIfScenarios.PROFILES) {
            add(table, profile, "steady", new WhatIfScenarios(profile).steady());
            add(table, profile, "burst", new WhatIfScenarios(profile).burst());
        }
        return table.toString();
    }

    private static void add(MarkdownTable table, String profile, String load, Map<String, WhatIfScenario> cases) {
        cases.forEach((change, whatIf) -> {
            WhatIfScenario.Result seen = whatIf.result();
            table.row(
                    profile,
                    load,
                    change,
                    MarkdownTable.number(seen.ttftMillis()),
                    MarkdownTable.number(seen.tpotMillis()),
                    MarkdownTable.number(seen.longestStepMillis()),
                    MarkdownTable.number(seen.perSecond()),
                    String.valueOf(seen.held()));
        });
    }
}
