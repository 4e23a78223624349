package io.tidemark.simulator.calibration;

import java.util.Map;

/** The calibration page's table of servers and loads that nobody measured. */
public final class DirectionReport {
    /** Every profile, one change at a time. */
    public String directions() {
        Table table = new Table(
                "profile",
                "load",
                "change",
                "TTFT mean ms",
                "TPOT mean ms",
                "longest step ms",
                "req/s",
                "held at once");
        for (String profile : WhatIfs.PROFILES) {
            add(table, profile, "steady", new WhatIfs(profile).steady());
            add(table, profile, "burst", new WhatIfs(profile).burst());
        }
        return table.toString();
    }

    private static void add(Table table, String profile, String load, Map<String, WhatIf> cases) {
        cases.forEach((change, whatIf) -> {
            WhatIf.Seen seen = whatIf.seen();
            table.row(
                    profile,
                    load,
                    change,
                    Table.number(seen.ttftMillis()),
                    Table.number(seen.tpotMillis()),
                    Table.number(seen.longestStepMillis()),
                    Table.number(seen.perSecond()),
                    String.valueOf(seen.held()));
        });
    }
}
