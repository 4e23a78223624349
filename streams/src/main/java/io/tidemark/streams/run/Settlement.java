package io.tidemark.streams.run;

import io.tidemark.events.Finality;

/** Up to which second a run's windows can be settled, and how far they can be relied on. */
record Settlement(long throughSecond, Finality finality) {}
