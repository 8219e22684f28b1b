"""The library as a network: what causes, resembles and accompanies what, and a picture of it.

The picture is a chart and not a cloud: left to right from cause to consequence, top to
bottom from the surface of the job to the machine below, one band for each area. A place
follows from the record and its relations alone, so the picture is the same in each build
and a new record moves the others by no more than the room it takes.
"""

from faultatlas.graph.network import causes, components, neighbours, network, origins, outcomes
from faultatlas.graph.picture import Edge, Node, Picture, draw

__all__ = [
    "Edge",
    "Node",
    "Picture",
    "causes",
    "components",
    "draw",
    "neighbours",
    "network",
    "origins",
    "outcomes",
]
